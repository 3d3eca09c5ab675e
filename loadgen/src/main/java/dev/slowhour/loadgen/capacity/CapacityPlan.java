package dev.slowhour.loadgen.capacity;

import java.time.Duration;
import java.util.Optional;

/**
 * What a capacity test does and what it holds the engine to.
 *
 * @param model name of the model that is asked for
 * @param ttftSloMs objective of the time to the first token, ≥ 1
 * @param tpotSloMs objective of the time per output token, ≥ 1
 * @param maxMissShare share of requests that may miss an objective, 0 to below 1; 0.01 is what
 *     makes an hour a slow one
 * @param inputTokens prompt of an ordinary request, ≥ 1
 * @param outputTokens answer of every request, ≥ 2
 * @param longInputTokens prompt of a long one, ≥ 1
 * @param longEvery of how many requests of the long mix one is long, ≥ 2
 * @param maxConcurrency where steps end, ≥ 1
 * @param stepDuration how long a step is
 * @param sustainedDuration how long the last load is
 * @param recovery how long an engine may take to be at rest again
 * @param replicas engines behind the limits, ≥ 1
 * @param headroom share of the safe concurrency that is planned with, above 0 to 1; 0.8
 * @param waitBudgetOrNull how long a request may wait before it is admitted; null for what the
 *     objective leaves
 */
public record CapacityPlan(
    String model,
    long ttftSloMs,
    long tpotSloMs,
    double maxMissShare,
    long inputTokens,
    long outputTokens,
    long longInputTokens,
    int longEvery,
    int maxConcurrency,
    Duration stepDuration,
    Duration sustainedDuration,
    Duration recovery,
    int replicas,
    double headroom,
    Duration waitBudgetOrNull) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when one is out of range
   */
  public CapacityPlan {
    require(ttftSloMs >= 1 && tpotSloMs >= 1, "objectives", "at least 1 ms each");
    require(maxMissShare >= 0 && maxMissShare < 1, "share of misses", "0 to below 1");
    require(inputTokens >= 1 && longInputTokens >= 1, "input tokens", "at least 1");
    require(outputTokens >= 2, "output tokens", "at least 2, or there is no time per token");
    require(longEvery >= 2, "long-every", "at least 2, or no request is an ordinary one");
    require(maxConcurrency >= 1, "max-concurrency", "at least 1");
    require(isPositive(stepDuration) && isPositive(sustainedDuration), "durations", "above 0");
    require(isPositive(recovery), "recovery", "above 0");
    require(replicas >= 1, "replicas", "at least 1");
    require(headroom > 0 && headroom <= 1, "headroom", "above 0, up to 1");
  }

  private static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static void require(boolean isTrue, String name, String expected) {
    if (!isTrue) {
      throw new IllegalArgumentException(name + ": out of range (expected: " + expected + ")");
    }
  }

  /** The budget for waiting that was given. */
  public Optional<Duration> waitBudget() {
    return Optional.ofNullable(waitBudgetOrNull);
  }
}
