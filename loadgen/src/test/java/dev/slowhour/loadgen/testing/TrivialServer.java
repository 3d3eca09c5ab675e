package dev.slowhour.loadgen.testing;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;

/**
 * A server that does nothing: every request is answered by the same stream, its first token after
 * some milliseconds and the other after some more. For docs/benchmarks.md: {@code TrivialServer
 * PORT FIRST_MS LAST_MS}.
 */
public final class TrivialServer {

  private static final String TOKEN = "data: {\"choices\":[{\"text\":\"a\"}]}\n\n";
  private static final String END =
      """
      data: {"choices":[{"text":"b","finish_reason":"length"}]}

      data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}

      data: [DONE]

      """;

  private TrivialServer() {}

  /** Serves until it is ended. */
  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    long firstMs = Long.parseLong(arguments[1]);
    long lastMs = Long.parseLong(arguments[2]);
    Vertx vertx = Vertx.vertx();
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096))
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(body -> answer(vertx, request.response(), firstMs, lastMs)));
    server.listen(port, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
  }

  private static void answer(Vertx vertx, HttpServerResponse response, long firstMs, long lastMs) {
    response.setChunked(true).putHeader("content-type", "text/event-stream");
    response.writeHead();
    after(vertx, firstMs, () -> response.write(TOKEN));
    after(vertx, lastMs, () -> response.end(END));
  }

  private static void after(Vertx vertx, long millis, Runnable action) {
    if (millis == 0) {
      action.run();
    } else {
      vertx.setTimer(millis, fired -> action.run());
    }
  }
}
