package dev.slowhour.core.compare;

import dev.slowhour.core.judge.Verdict;

/**
 * The four counts that decide a verdict.
 *
 * @param requests n, 1 to 2⁵³ - 1
 * @param misses m, 0 to n
 * @param missesInOver c, 0 to m
 * @param missesWithLongInput l, 0 to m
 */
public record Counts(long requests, long misses, long missesInOver, long missesWithLongInput) {

  private static final long MAX = 9_007_199_254_740_991L;

  /**
   * Checks the counts.
   *
   * @throws IllegalArgumentException when one is out of its range; the message says which
   */
  public Counts {
    require("request_count", requests, 1, MAX);
    require("slo_miss_count", misses, 0, requests);
    require("misses_in_over_concurrency", missesInOver, 0, misses);
    require("misses_with_long_input", missesWithLongInput, 0, misses);
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + least + " to " + most + ")");
    }
  }

  /** The verdict by the rule. */
  public Verdict verdict() {
    return Verdict.of(requests, misses, missesInOver, missesWithLongInput);
  }
}
