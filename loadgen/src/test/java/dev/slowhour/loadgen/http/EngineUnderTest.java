package dev.slowhour.loadgen.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;

/** A served engine like the one of the recordings, and a client that is not ours. */
final class EngineUnderTest implements AutoCloseable {

  static final String MODEL = "tiny-llama";

  /** Four sequences at once, 63 blocks of 32 tokens, 2 ms a step. */
  static final EngineConfig TINY =
      new EngineConfig(
          1024,
          4,
          2048,
          0,
          32,
          63,
          true,
          SchedulingPolicy.FCFS,
          new StepTime(2_000, 0, 10, 0, 0),
          new Frontend(0, 0));

  private final HttpClient http = HttpClient.newHttpClient();
  private final EngineServer server;

  private EngineUnderTest(EngineServer server) {
    this.server = server;
  }

  static EngineUnderTest start() throws IOException {
    return start(EngineServerConfig.of(TINY, MODEL));
  }

  static EngineUnderTest start(EngineServerConfig config) throws IOException {
    return new EngineUnderTest(EngineServer.start(config, Clock.systemUTC()));
  }

  EngineServer server() {
    return server;
  }

  int port() {
    return server.port();
  }

  HttpResponse<String> get(String path) throws Exception {
    return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String body) throws Exception {
    return http.send(posted(path, body), HttpResponse.BodyHandlers.ofString());
  }

  /** An answer of which the head has come. */
  HttpResponse<InputStream> open(String path, String body) throws Exception {
    return http.send(posted(path, body), HttpResponse.BodyHandlers.ofInputStream());
  }

  /** Reads some bytes of an open answer: what it says after the given text. */
  static String readUntil(InputStream stream, String text) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(text) < 0) {
      int b = stream.read();
      if (b < 0) {
        return read.toString();
      }
      read.append((char) b);
    }
    return read.toString();
  }

  HttpResponse<String> fail(String query) throws Exception {
    return post("/slowhour/failure?" + query, "");
  }

  /** The value of a sample of the metrics page. */
  double sample(String name) throws Exception {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until a sample has a value, at most half a minute. */
  double awaitSample(String name, double value) throws Exception {
    double seen = sample(name);
    for (int i = 0; i < 600 && seen != value; i++) {
      Thread.sleep(50);
      seen = sample(name);
    }
    return seen;
  }

  static String gauge(String name) {
    return name + "{engine=\"0\",model_name=\"" + MODEL + "\"}";
  }

  private HttpRequest posted(String path, String body) {
    return request(path)
        .header("content-type", "application/json")
        .header("x-request-id", "my-req")
        .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8))
        .build();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
        .version(HttpClient.Version.HTTP_1_1)
        .timeout(Duration.ofSeconds(60));
  }

  @Override
  public void close() {
    server.close();
  }
}
