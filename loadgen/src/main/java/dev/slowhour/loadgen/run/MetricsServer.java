package dev.slowhour.loadgen.run;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.StringWriter;
import java.util.concurrent.CompletionException;

/** Serves a registry at {@code /metrics}. */
public final class MetricsServer implements AutoCloseable {

  private final CollectorRegistry registry;
  private final HttpServer server;

  private MetricsServer(Vertx vertx, CollectorRegistry registry) {
    this.registry = registry;
    this.server = vertx.createHttpServer().requestHandler(this::answer);
  }

  /**
   * Starts to serve.
   *
   * @param port 0 for a free one
   * @throws IOException when the port cannot be listened on
   */
  public static MetricsServer start(Vertx vertx, CollectorRegistry registry, String host, int port)
      throws IOException {
    MetricsServer metrics = new MetricsServer(vertx, registry);
    try {
      metrics.server.listen(port, host).toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new IOException(host + ":" + port + ": cannot be listened on: " + e.getCause(), e);
    }
    return metrics;
  }

  /** The port that it listens on. */
  public int port() {
    return server.actualPort();
  }

  private void answer(HttpServerRequest request) {
    if (!request.path().equals("/metrics")) {
      request.response().setStatusCode(404).end();
      return;
    }
    StringWriter page = new StringWriter();
    try {
      TextFormat.write004(page, registry.metricFamilySamples());
    } catch (IOException e) {
      throw new IllegalStateException("a StringWriter does not fail", e);
    }
    request.response().putHeader("content-type", TextFormat.CONTENT_TYPE_004).end(page.toString());
  }

  /** Ends it. */
  @Override
  public void close() {
    server.close().toCompletionStage().toCompletableFuture().join();
  }
}
