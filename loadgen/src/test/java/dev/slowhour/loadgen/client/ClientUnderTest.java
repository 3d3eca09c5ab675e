package dev.slowhour.loadgen.client;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client of one event loop, from which a test waits for each request. */
final class ClientUnderTest implements AutoCloseable {

  /** Far longer than a test takes, so that a limit that cuts is the one that the test is about. */
  static final Duration LONG = Duration.ofSeconds(60);

  static final Limits PATIENT = new Limits(LONG, LONG, LONG, LONG);

  private final EventLoops loops = EventLoops.start(1);
  private final Vertx vertx = loops.vertx();
  private final Context context = loops.contexts().get(0);
  private final StreamingClient client;

  ClientUnderTest(int port, Limits limits) {
    client =
        new StreamingClient(
            vertx, Target.parse("http://127.0.0.1:" + port), limits, RunClock.startingNow());
  }

  MeasuredRequest send() throws Exception {
    return sending().get(30, TimeUnit.SECONDS);
  }

  CompletableFuture<MeasuredRequest> sending() {
    CompletableFuture<MeasuredRequest> result = new CompletableFuture<>();
    context.runOnContext(run -> start(result));
    return result;
  }

  /** Sends, and gives up on the request after some milliseconds. */
  MeasuredRequest sendAndCancelAfter(long millis) throws Exception {
    CompletableFuture<MeasuredRequest> result = new CompletableFuture<>();
    context.runOnContext(
        run -> {
          Exchange exchange = start(result);
          vertx.setTimer(millis, fired -> exchange.cancel());
        });
    return result.get(30, TimeUnit.SECONDS);
  }

  private Exchange start(CompletableFuture<MeasuredRequest> result) {
    PlannedRequest plan = new PlannedRequest("r", "t", "e", "p", "normal", 0, 5, 8);
    return client.send(
        context, plan, "/v1/completions", Map.of(), Buffer.buffer("{}"), result::complete);
  }

  @Override
  public void close() {
    client.close();
    loops.close();
  }
}
