package dev.slowhour.loadgen.client;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One request under way. Lives on one event-loop context. */
public final class Exchange {

  private static final long NO_TIMER = -1;

  private final Context context;
  private final Limits limits;
  private final RunClock clock;
  private final Consumer<MeasuredRequest> done;
  private final AnswerRecorder recorder;

  private HttpClientRequest requestOrNull;
  private long timer = NO_TIMER;
  private boolean isTold;
  private boolean isBodyAtEnd;

  Exchange(
      Context context,
      PlannedRequest plan,
      Limits limits,
      RunClock clock,
      Consumer<MeasuredRequest> done) {
    this.context = context;
    this.limits = limits;
    this.clock = clock;
    this.done = done;
    this.recorder = new AnswerRecorder(plan, clock.nanos());
  }

  void start(HttpClient http, RequestOptions options, Buffer body) {
    armTimer();
    http.request(options).onSuccess(request -> connected(request, body)).onFailure(this::lost);
  }

  /** Gives up on the request and lets the server see it. Call it on the request's context. */
  public void cancel() {
    recorder.cancel(clock.nanos());
    step();
  }

  /** The same from a thread that is not the context's. */
  public void cancelFromAnyThread() {
    context.runOnContext(run -> cancel());
  }

  private void connected(HttpClientRequest request, Buffer body) {
    if (isTold) {
      request.reset();
      return;
    }
    requestOrNull = request;
    recorder.connected(clock.nanos());
    request.exceptionHandler(this::lost);
    request.response().onSuccess(this::head).onFailure(this::lost);
    request.end(body).onFailure(this::lost);
  }

  private void head(HttpClientResponse response) {
    recorder.head(
        response.statusCode(),
        Optional.ofNullable(response.getHeader("content-type")),
        Optional.ofNullable(response.getHeader("retry-after")),
        clock.nanos());
    response.exceptionHandler(this::lost);
    response.handler(
        buffer -> {
          boolean hadToken = recorder.hasToken();
          recorder.bytes(buffer.getBytes(), clock.nanos());
          step();
          if (!hadToken && recorder.hasToken() && !isTold) {
            // The idle limit may pass long before the one that the timer was set to.
            context.owner().cancelTimer(timer);
            armTimer();
          }
        });
    response.endHandler(
        end -> {
          isBodyAtEnd = true;
          recorder.end(clock.nanos());
          step();
        });
  }

  private void lost(Throwable cause) {
    isBodyAtEnd = true;
    long now = clock.nanos();
    if (!recorder.cutIfUnconnected(limits, now)) {
      recorder.lost(cause.getClass().getSimpleName() + ": " + cause.getMessage(), now);
    }
    step();
  }

  /** Tells the result as soon as there is one, and lets go of the connection. */
  private void step() {
    Optional<MeasuredRequest> result = recorder.result();
    if (result.isEmpty()) {
      return;
    }
    if (!isTold) {
      isTold = true;
      done.accept(result.get());
    }
    // Behind [DONE] the body's end is waited for, so that the connection can be used again.
    boolean isWaitedFor = result.get().outcome() == Outcome.ANSWERED && !isBodyAtEnd;
    if (!isWaitedFor) {
      letGo();
    }
  }

  private void letGo() {
    if (timer != NO_TIMER) {
      context.owner().cancelTimer(timer);
      timer = NO_TIMER;
    }
    if (requestOrNull != null && !isBodyAtEnd) {
      isBodyAtEnd = true;
      requestOrNull.reset();
    }
  }

  /** One timer a request, set again only when it fires: chunks come far more often than limits. */
  private void armTimer() {
    long nanos = recorder.deadline(limits) - clock.nanos();
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    timer = context.owner().setTimer(millis, fired -> onTimer());
  }

  private void onTimer() {
    timer = NO_TIMER;
    if (isTold) {
      letGo();
      return;
    }
    recorder.cutIfPast(limits, clock.nanos());
    step();
    if (!isTold) {
      armTimer();
    }
  }
}
