package dev.slowhour.loadgen.client;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Sends completion requests to one target and measures their streams. As many connections as there
 * are requests in flight: a pool with a limit would queue inside the client, and that time would
 * look like the server's.
 */
public final class StreamingClient implements AutoCloseable {

  /** Below the 5 s after which uvicorn closes an idle connection, so that none is met half shut. */
  private static final int KEEP_ALIVE_SECONDS = 4;

  /** More than there are ports to connect from. */
  private static final int MAX_CONNECTIONS = 1 << 16;

  private final HttpClient http;
  private final Target target;
  private final Limits limits;
  private final RunClock clock;

  /**
   * A client; connections are made when requests ask for them.
   *
   * @param vertx where it runs; closed by whoever made it
   * @param clock the clock of its times
   */
  public StreamingClient(Vertx vertx, Target target, Limits limits, RunClock clock) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_1_1)
            .setSsl(target.isTls())
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setConnectTimeout(Math.toIntExact(limits.connect().toMillis()))
            .setTcpNoDelay(true)
            // Never asked for, but some proxies compress streams all the same.
            .setDecompressionSupported(true);
    this.http =
        vertx
            .httpClientBuilder()
            .with(options)
            .with(new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS))
            // Each request tells of its connection's end; here it would only be logged again.
            .withConnectHandler(connection -> connection.exceptionHandler(failure -> {}))
            .build();
    this.target = target;
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Sends a request now, and tells how it ended, once, on the same context.
   *
   * @param context the calling thread's event-loop context
   * @param path for example {@code /v1/chat/completions}
   * @param headers further headers, such as {@code authorization}
   */
  public Exchange send(
      Context context,
      PlannedRequest plan,
      String path,
      Map<String, String> headers,
      Buffer body,
      Consumer<MeasuredRequest> done) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost(target.host())
            .setPort(target.port())
            .setURI(target.basePath() + path)
            .putHeader("content-type", "application/json")
            .putHeader("accept", "text/event-stream")
            // Overrides what asking for decompression would say: measured streams are plain.
            .putHeader("accept-encoding", "identity");
    headers.forEach(options::putHeader);
    Exchange exchange = new Exchange(context, plan, limits, clock, done);
    exchange.start(http, options, body);
    return exchange;
  }

  /** Closes its connections. */
  @Override
  public void close() {
    http.close();
  }
}
