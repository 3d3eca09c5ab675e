package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.EventLoops;
import dev.slowhour.loadgen.client.Limits;
import dev.slowhour.loadgen.client.PlannedRequest;
import dev.slowhour.loadgen.client.RunClock;
import dev.slowhour.loadgen.client.StreamingClient;
import dev.slowhour.loadgen.client.Target;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Map;

/**
 * Makes this process fast before it measures: a JVM that has just started takes some thousand
 * requests until its code is compiled, and that delay would be the first seconds of every run. The
 * requests go to a server of its own on loopback, so the target sees none of them.
 */
public final class WarmUp {

  private static final int CONCURRENCY = 32;

  private static final String ANSWER =
      """
      data: {"id":"w","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}

      data: {"id":"w","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}

      data: {"id":"w","choices":[{"index":0,"text":"","finish_reason":"length"}]}

      data: {"id":"w","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}

      data: [DONE]

      """;

  private WarmUp() {}

  /** Sends to itself for so long. */
  public static void run(EventLoops loops, Api api, Duration duration) {
    HttpServer server =
        loops
            .vertx()
            .createHttpServer()
            .requestHandler(WarmUp::answer)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    RunClock clock = RunClock.startingNow();
    Target target = new Target("127.0.0.1", server.actualPort(), false, "");
    PlannedRequest plan = new PlannedRequest("warm-up", "t", "e", "p", "warm-up", 0, 100, 2);
    try (StreamingClient client =
        new StreamingClient(loops.vertx(), target, Limits.DEFAULT, clock)) {
      new ClosedLoop(loops, client, clock, api, false, Map.of())
          .hold(CONCURRENCY, duration, () -> OfferedRequest.of(plan, "warm-up"));
    } finally {
      server.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static void answer(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body ->
                request
                    .response()
                    .setChunked(true)
                    .putHeader("content-type", "text/event-stream")
                    .end(ANSWER));
  }
}
