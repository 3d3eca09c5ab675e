package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.EventLoops;
import dev.slowhour.loadgen.client.Exchange;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.RunClock;
import dev.slowhour.loadgen.client.StreamingClient;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Sends requests at their times, whatever became of those before: a slow server does not slow the
 * load down. The thread that sends does nothing else; bodies are made ahead of their time.
 */
public final class LoadRun {

  /** How long before its time a request's body is made. */
  private static final long AHEAD_NANOS = 3_000_000;

  /** How long it sleeps when nothing wakes it: only so that a lost wake-up is none for good. */
  private static final long NAP_NANOS = 100_000_000;

  private final EventLoops loops;
  private final StreamingClient client;
  private final RunClock clock;
  private final Api api;
  private final boolean isOpenAiOnly;
  private final Function<OfferedRequest, Map<String, String>> headers;
  private final RunMetrics metrics;
  private final Consumer<MeasuredRequest> told;

  private final Set<Exchange> inFlight = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<MeasuredRequest> ended = new ConcurrentLinkedQueue<>();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong unfinished = new AtomicLong();

  private volatile boolean isCancelled;
  private volatile Thread senderOrNull;

  /**
   * A run that has not begun.
   *
   * @param clock whose zero is the run's start
   * @param isOpenAiOnly whether only fields of OpenAI's own interface are sent
   * @param headers further headers of a request, such as {@code authorization}
   * @param told of each request when it has ended, on a thread of the network
   */
  public LoadRun(
      EventLoops loops,
      StreamingClient client,
      RunClock clock,
      Api api,
      boolean isOpenAiOnly,
      Function<OfferedRequest, Map<String, String>> headers,
      RunMetrics metrics,
      Consumer<MeasuredRequest> told) {
    this.loops = loops;
    this.client = client;
    this.clock = clock;
    this.api = api;
    this.isOpenAiOnly = isOpenAiOnly;
    this.headers = headers;
    this.metrics = metrics;
    this.told = told;
  }

  /** Sends all of a schedule and waits until every request has ended. */
  public void run(Schedule schedule) {
    senderOrNull = Thread.currentThread();
    List<Context> contexts = loops.contexts();
    int turn = 0;
    while (!isCancelled) {
      hear(schedule);
      long next = schedule.nextNanos();
      if (next == Schedule.NOTHING) {
        if (unfinished.get() == 0 && ended.isEmpty()) {
          return;
        }
        LockSupport.parkNanos(this, NAP_NANOS);
      } else if (next - clock.nanos() > AHEAD_NANOS) {
        LockSupport.parkNanos(this, Math.min(NAP_NANOS, next - clock.nanos() - AHEAD_NANOS));
      } else {
        sendAtItsTime(schedule.next(), contexts.get(turn++ % contexts.size()));
      }
    }
    while (unfinished.get() > 0) {
      LockSupport.parkNanos(this, NAP_NANOS);
    }
  }

  /** Gives up on what has not ended and sends no more; {@link #run} returns soon. */
  public void cancel() {
    isCancelled = true;
    LockSupport.unpark(senderOrNull);
    inFlight.forEach(Exchange::cancelFromAnyThread);
  }

  /** Whether it was given up. */
  public boolean isCancelled() {
    return isCancelled;
  }

  /** Requests sent so far. */
  public long sent() {
    return sent.get();
  }

  /** Requests that have been sent and have not ended. */
  public long inFlight() {
    return unfinished.get();
  }

  private void hear(Schedule schedule) {
    MeasuredRequest request = ended.poll();
    while (request != null) {
      schedule.ended(request);
      request = ended.poll();
    }
  }

  private void sendAtItsTime(OfferedRequest request, Context context) {
    long seed = request.plan().requestId().hashCode();
    Buffer body = Buffer.buffer(api.body(request, seed, isOpenAiOnly));
    Map<String, String> further = headers.apply(request);
    long wait = request.plan().intendedNanos() - clock.nanos();
    while (wait > 0 && !isCancelled) {
      LockSupport.parkNanos(this, wait);
      wait = request.plan().intendedNanos() - clock.nanos();
    }
    if (isCancelled) {
      return;
    }
    unfinished.incrementAndGet();
    sent.incrementAndGet();
    context.runOnContext(run -> send(context, request, further, body));
  }

  private void send(
      Context context, OfferedRequest request, Map<String, String> further, Buffer body) {
    metrics.sent(request.plan());
    Ending ending = new Ending();
    Exchange exchange =
        client.send(context, request.plan(), api.path(), further, body, ending::ended);
    ending.exchangeOrNull = exchange;
    if (!ending.hasEnded) {
      inFlight.add(exchange);
      if (isCancelled) {
        exchange.cancel();
      }
    }
  }

  /** What happens when a request ends, which may be while it is being sent. */
  private final class Ending {
    private Exchange exchangeOrNull;
    private boolean hasEnded;

    private void ended(MeasuredRequest request) {
      hasEnded = true;
      if (exchangeOrNull != null) {
        inFlight.remove(exchangeOrNull);
      }
      metrics.ended(request);
      told.accept(request);
      ended.add(request);
      unfinished.decrementAndGet();
      LockSupport.unpark(senderOrNull);
    }
  }
}
