package dev.slowhour.loadgen.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * An engine model behind vLLM's HTTP interface.
 *
 * <p>{@code POST /slowhour/failure?mode=…} makes it fail as real ones do: {@code dead} (the engine
 * process is killed behind a live port), {@code stall} with {@code seconds} (no step ends for so
 * long), {@code terminate} (SIGTERM: the port closes, open streams get no further byte and no
 * close), and {@code recover} (a restart after {@code dead}).
 */
public final class EngineServer implements AutoCloseable {

  /** Far longer than any client waits: a server that was sent SIGTERM waits for them. */
  private static final long GRACE_HOURS = 24;

  private final EngineServerConfig config;
  private final Clock clock;
  private final CallReader reader;
  private final Vertx vertx;
  private final HttpServer server;
  private final CompletableFuture<Void> terminated = new CompletableFuture<>();

  private volatile Served served;

  private EngineServer(EngineServerConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
    this.reader = new CallReader(config, clock);
    FileSystemOptions noFiles =
        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
    this.vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(noFiles));
    this.server =
        vertx
            .createHttpServer(new HttpServerOptions().setAcceptBacklog(4_096).setTcpNoDelay(true))
            .connectionHandler(connection -> connection.exceptionHandler(failure -> {}))
            .requestHandler(this::handle);
    this.served = Served.start(config, clock);
  }

  /**
   * Starts to serve.
   *
   * @throws IOException when the port cannot be listened on
   */
  public static EngineServer start(EngineServerConfig config, Clock clock) throws IOException {
    EngineServer server = new EngineServer(config, clock);
    try {
      server
          .server
          .listen(config.port(), config.host())
          .toCompletionStage()
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      server.close();
      throw new IOException(
          config.host() + ":" + config.port() + ": cannot be listened on: " + e.getCause(), e);
    }
    return server;
  }

  /** The port that it listens on. */
  public int port() {
    return server.actualPort();
  }

  /** Completes when it was made to terminate and every client has hung up. */
  public CompletableFuture<Void> terminated() {
    return terminated;
  }

  /** Ends it, and every stream with it. */
  @Override
  public void close() {
    served.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private void handle(HttpServerRequest request) {
    String path = request.path();
    HttpMethod expected =
        path.endsWith("/completions") || path.equals("/slowhour/failure")
            ? HttpMethod.POST
            : HttpMethod.GET;
    Answer answer = answer(path);
    if (answer == null) {
      Answers.detail(request.response(), 404, "Not Found");
    } else if (!request.method().equals(expected)) {
      request.response().putHeader("allow", expected.name());
      Answers.detail(request.response(), 405, "Method Not Allowed");
    } else {
      count(request, path);
      answer.give(request);
    }
  }

  /** How a request is answered. */
  private interface Answer {
    void give(HttpServerRequest request);
  }

  private Answer answer(String path) {
    return switch (path) {
      case "/v1/chat/completions" -> request -> complete(request, true);
      case "/v1/completions" -> request -> complete(request, false);
      case "/v1/models" -> request -> Answers.json(request.response(), 200, models());
      case "/version" ->
          request -> Answers.json(request.response(), 200, "{\"version\":\"0.32.0\"}");
      case "/health", "/ping" -> this::health;
      case "/metrics" -> this::metrics;
      case "/slowhour/failure" -> this::fail;
      default -> null;
    };
  }

  /** As in vLLM neither the page nor health nor failures of ours are counted. */
  private void count(HttpServerRequest request, String path) {
    if (!path.startsWith("/v1/")) {
      return;
    }
    long start = System.nanoTime();
    HttpMetrics metrics = served.http();
    HttpServerResponse response = request.response();
    response.endHandler(
        end -> {
          long received = length(request.getHeader("content-length"));
          long sent = length(response.headers().get("content-length"));
          metrics.answered(
              path,
              request.method().name(),
              response.getStatusCode(),
              sent,
              received,
              (System.nanoTime() - start) / 1e9);
        });
  }

  private static long length(String headerOrNull) {
    try {
      return headerOrNull == null ? 0 : Long.parseLong(headerOrNull);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void complete(HttpServerRequest request, boolean isChat) {
    Context context = vertx.getOrCreateContext();
    Optional<String> id = Optional.ofNullable(request.getHeader("x-request-id"));
    request.body().onSuccess(body -> complete(context, request.response(), isChat, id, body));
  }

  private void complete(
      Context context,
      HttpServerResponse response,
      boolean isChat,
      Optional<String> id,
      Buffer body) {
    EngineLoop loop = served.loop();
    try {
      Call call = reader.read(isChat, body.toString(), id);
      AnswerWriter writer = new AnswerWriter(context, response, call, config);
      response.closeHandler(
          closed -> {
            writer.stopKeepAlive();
            loop.cancel(call.request().id());
          });
      loop.submit(call, writer);
      writer.begin(config.keepAlive());
    } catch (ApiError e) {
      response.closeHandler(null);
      Answers.error(response, e);
    }
  }

  private String models() {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("object", "list");
    root.putArray("data")
        .addObject()
        .put("id", config.model())
        .put("object", "model")
        .put("created", served.startedAt().getEpochSecond())
        .put("owned_by", "vllm")
        .put("root", config.model())
        .putNull("parent")
        .put("max_model_len", config.engine().maxModelLen());
    return root.toString();
  }

  private void health(HttpServerRequest request) {
    request.response().setStatusCode(served.loop().isAlive() ? 200 : 503).end();
  }

  private void metrics(HttpServerRequest request) {
    request.response().putHeader("content-type", MetricsPage.CONTENT_TYPE).end(served.page());
  }

  private void fail(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    String mode = Optional.ofNullable(request.getParam("mode")).orElse("");
    switch (mode) {
      case "dead" -> served.loop().kill();
      case "stall" -> served.loop().stall(seconds(request));
      case "recover" -> recover();
      case "terminate" -> response.endHandler(end -> terminate());
      default -> {
        Answers.detail(
            response, 400, "mode: expected dead, stall (with seconds), terminate or recover");
        return;
      }
    }
    Answers.json(response, 200, "{\"mode\":\"" + mode + "\"}");
  }

  private static Duration seconds(HttpServerRequest request) {
    try {
      double seconds = Double.parseDouble(request.getParam("seconds", "10"));
      return Duration.ofMillis(Math.round(Math.max(0, Math.min(3_600, seconds)) * 1_000));
    } catch (NumberFormatException e) {
      return Duration.ofSeconds(10);
    }
  }

  private void recover() {
    Served before = served;
    served = Served.start(config, clock);
    before.close();
  }

  private void terminate() {
    served.loop().halt();
    server.shutdown(GRACE_HOURS, TimeUnit.HOURS).onComplete(ended -> terminated.complete(null));
  }
}
