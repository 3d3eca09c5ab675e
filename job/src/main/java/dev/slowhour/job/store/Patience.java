package dev.slowhour.job.store;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * For how long a transaction is tried again while the store is gone. Pauses double from a quarter
 * of a second to eight seconds; what an attempt takes comes on top.
 *
 * @param pausesInAll the sum of the pauses, not negative; zero: it is tried once
 */
public record Patience(Duration pausesInAll) implements Serializable {

  /** Of a batch run: enough for a server to restart or for another to take over. */
  public static final Patience OF_BATCH = new Patience(Duration.ofSeconds(32));

  /** Of a streaming job unless configured: it has somewhere to keep what waits, its source. */
  public static final Patience OF_STREAMING = new Patience(Duration.ofMinutes(2));

  private static final Duration SHORTEST = Duration.ofMillis(250);
  private static final Duration LONGEST = Duration.ofSeconds(8);

  /**
   * Checks the sum.
   *
   * @throws IllegalArgumentException when it is negative
   */
  public Patience {
    if (pausesInAll.isNegative()) {
      throw new IllegalArgumentException(
          "pausesInAll: " + pausesInAll + " (expected: not negative)");
    }
  }

  /** The pauses before each further attempt. */
  List<Duration> pauses() {
    List<Duration> pauses = new ArrayList<>();
    Duration left = pausesInAll;
    Duration next = SHORTEST;
    while (!left.isZero()) {
      Duration pause = next.compareTo(left) < 0 ? next : left;
      pauses.add(pause);
      left = left.minus(pause);
      next = next.multipliedBy(2).compareTo(LONGEST) < 0 ? next.multipliedBy(2) : LONGEST;
    }
    return pauses;
  }
}
