package dev.slowhour.job.batch;

import java.util.Map;

/** Counts as a job would report them. */
public final class Counts {

  private Counts() {}

  /** Counts of those accumulators. */
  public static RunCounts of(Map<String, Object> accumulators) {
    return RunCounts.of(accumulators);
  }
}
