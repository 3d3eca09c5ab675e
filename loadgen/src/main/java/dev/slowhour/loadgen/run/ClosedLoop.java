package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.EventLoops;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.RunClock;
import dev.slowhour.loadgen.client.StreamingClient;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Keeps a number of requests in flight: each that ends is followed by the next. Its latencies say
 * what an engine does at that concurrency, and nothing of what users would see at a rate.
 */
public final class ClosedLoop {

  private final EventLoops loops;
  private final StreamingClient client;
  private final RunClock clock;
  private final Api api;
  private final boolean isOpenAiOnly;
  private final Map<String, String> headers;

  /** A loop over a client, on the clock that the client measures by. */
  public ClosedLoop(
      EventLoops loops,
      StreamingClient client,
      RunClock clock,
      Api api,
      boolean isOpenAiOnly,
      Map<String, String> headers) {
    this.loops = loops;
    this.client = client;
    this.clock = clock;
    this.api = api;
    this.isOpenAiOnly = isOpenAiOnly;
    this.headers = Map.copyOf(headers);
  }

  /**
   * Keeps so many requests in flight for so long and then waits for their ends.
   *
   * @param next makes the next request; called on several threads
   * @return all of them, in the order of their ends
   */
  public List<MeasuredRequest> hold(
      int concurrency, Duration duration, Supplier<OfferedRequest> next) {
    List<MeasuredRequest> ended = Collections.synchronizedList(new ArrayList<>());
    AtomicInteger open = new AtomicInteger(concurrency);
    CompletableFuture<Void> allEnded = new CompletableFuture<>();
    long until = clock.nanos() + duration.toNanos();
    List<Context> contexts = loops.contexts();
    for (int i = 0; i < concurrency; i++) {
      Context context = contexts.get(i % contexts.size());
      context.runOnContext(
          run ->
              sendNext(
                  context,
                  next,
                  until,
                  ended,
                  () -> {
                    if (open.decrementAndGet() == 0) {
                      allEnded.complete(null);
                    }
                  }));
    }
    allEnded.join();
    return List.copyOf(ended);
  }

  private void sendNext(
      Context context,
      Supplier<OfferedRequest> next,
      long until,
      List<MeasuredRequest> ended,
      Runnable atEnd) {
    send(
        context,
        next.get(),
        request -> {
          ended.add(request);
          if (clock.nanos() < until) {
            // Not at once: a server that refuses at once would else hold this thread for good.
            context.runOnContext(run -> sendNext(context, next, until, ended, atEnd));
          } else {
            atEnd.run();
          }
        });
  }

  /** Sends one request and waits for its end. */
  public MeasuredRequest one(OfferedRequest request) {
    CompletableFuture<MeasuredRequest> ended = new CompletableFuture<>();
    Context context = loops.contexts().get(0);
    context.runOnContext(run -> send(context, request, ended::complete));
    return ended.join();
  }

  private void send(
      Context context, OfferedRequest request, java.util.function.Consumer<MeasuredRequest> ended) {
    String id = request.plan().requestId();
    Buffer body = Buffer.buffer(api.body(request, id.hashCode(), isOpenAiOnly));
    client.send(context, request.plan(), api.path(), headers, body, ended);
  }
}
