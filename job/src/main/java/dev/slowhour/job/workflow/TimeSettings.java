package dev.slowhour.job.workflow;

import java.io.Serializable;
import java.time.Duration;

/**
 * How a streaming run tells the time.
 *
 * @param disorder D: how far behind the newest completion of its partition a row may come and still
 *     be taken in, ≥ 0
 * @param silence S: after how much wall time without a row a partition does not hold back stream
 *     time any more, > 0
 * @param refresh how often windows that are not final are judged anew, in stream time, ≥ 1 s; they
 *     are told over whole minutes, so that less than one brings nothing
 * @param requestPartitions how many partitions {@code request-logs} has, ≥ 1
 */
public record TimeSettings(
    Duration disorder, Duration silence, Duration refresh, int requestPartitions)
    implements Serializable {

  /** D unless configured. */
  public static final Duration DEFAULT_DISORDER = Duration.ofSeconds(60);

  /** S unless configured. */
  public static final Duration DEFAULT_SILENCE = Duration.ofSeconds(30);

  /** The refresh unless configured. */
  public static final Duration DEFAULT_REFRESH = Duration.ofMinutes(1);

  private static final Duration MOST = Duration.ofHours(24);

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException when one is out of its range; the message says which
   */
  public TimeSettings {
    require("allowed-disorder", disorder, Duration.ZERO, "0 s");
    require("silence", silence, Duration.ofMillis(1), "1 ms");
    require("open-refresh", refresh, Duration.ofSeconds(1), "1 s");
    if (requestPartitions < 1) {
      throw new IllegalArgumentException(
          "partitions of request-logs: " + requestPartitions + " (expected: ≥ 1)");
    }
  }

  private static void require(String name, Duration value, Duration least, String leastText) {
    if (value.compareTo(least) < 0 || value.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: from " + leastText + " to 24 h)");
    }
  }

  /**
   * The defaults.
   *
   * @param requestPartitions how many partitions {@code request-logs} has
   */
  public static TimeSettings defaults(int requestPartitions) {
    return new TimeSettings(DEFAULT_DISORDER, DEFAULT_SILENCE, DEFAULT_REFRESH, requestPartitions);
  }
}
