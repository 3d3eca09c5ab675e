package dev.slowhour.loadgen.http;

import dev.slowhour.loadgen.engine.EngineConfig;
import java.time.Duration;

/**
 * How an engine is served.
 *
 * @param engine what the engine is
 * @param model name of the model, {@code --served-model-name}
 * @param host address to listen on
 * @param port port to listen on, 0 for a free one
 * @param timeScale how many times faster than real time it runs, > 0
 * @param maxQueuedRequests {@code --max-num-queued-reqs}: requests that wait or run, above which
 *     further ones get 503; 0 for no limit
 * @param answerTokens tokens of an answer that the client lets end by itself, ≥ 1
 * @param streamInterval {@code --stream-interval}: tokens of a chunk, ≥ 1
 * @param keepAlive {@code --sse-keep-alive-interval}: pause between comments before the first
 *     token; zero for none
 * @param metricNames which vLLM's names the metrics page uses
 */
public record EngineServerConfig(
    EngineConfig engine,
    String model,
    String host,
    int port,
    double timeScale,
    int maxQueuedRequests,
    int answerTokens,
    int streamInterval,
    Duration keepAlive,
    MetricNames metricNames) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public EngineServerConfig {
    require(timeScale > 0 && timeScale <= 1_000, "time scale", timeScale, "above 0, up to 1000");
    require(maxQueuedRequests >= 0, "max-num-queued-reqs", maxQueuedRequests, "0 or more");
    require(answerTokens >= 1, "answer tokens", answerTokens, "1 or more");
    require(streamInterval >= 1, "stream-interval", streamInterval, "1 or more");
    require(!keepAlive.isNegative(), "sse-keep-alive-interval", keepAlive, "0 or more");
    require(!model.isBlank(), "served-model-name", "blank", "a name");
  }

  private static void require(boolean isTrue, String name, Object value, String expected) {
    if (!isTrue) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
    }
  }

  /** On loopback and a free port, in real time, with vLLM's defaults. */
  public static EngineServerConfig of(EngineConfig engine, String model) {
    return new EngineServerConfig(
        engine, model, "127.0.0.1", 0, 1, 0, 128, 1, Duration.ZERO, MetricNames.V0_32);
  }
}
