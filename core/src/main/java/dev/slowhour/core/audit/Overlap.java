package dev.slowhour.core.audit;

import java.util.Arrays;

/**
 * How many requests were in progress at an instant of an hour: those that had started by then less
 * those that had ended by then, each counted by looking it up in a sorted list. The number only
 * grows at a start, so the largest within a minute is found at the minute's beginning or at a start
 * within it. Times are nanoseconds from the start of the hour.
 */
final class Overlap {

  static final long MINUTE_SECONDS = 60;
  static final int HOUR_MINUTES = 60;
  static final long MINUTE_NANOS = MINUTE_SECONDS * 1_000_000_000;

  private final long[] starts;
  private final long[] ends;
  private final long[] peaks = new long[HOUR_MINUTES];
  private long peak = -1;
  private long peakAt;

  /**
   * Counts the intervals {@code [starts[i], ends[i])}.
   *
   * @param starts may lie before the hour
   * @param ends may lie after it
   */
  Overlap(long[] starts, long[] ends) {
    this.starts = starts.clone();
    this.ends = ends.clone();
    Arrays.sort(this.starts);
    Arrays.sort(this.ends);
    for (int minute = 0; minute < HOUR_MINUTES; minute++) {
      long from = minute * MINUTE_NANOS;
      see(minute, from);
      for (int i = countUpTo(this.starts, from); i < this.starts.length; i++) {
        if (this.starts[i] >= from + MINUTE_NANOS) {
          break;
        }
        see(minute, this.starts[i]);
      }
    }
  }

  private void see(int minute, long instant) {
    long inProgress = at(instant);
    peaks[minute] = Math.max(peaks[minute], inProgress);
    if (inProgress > peak) {
      peak = inProgress;
      peakAt = instant;
    }
  }

  /** How many were in progress at that instant. */
  long at(long instant) {
    return (long) countUpTo(starts, instant) - countUpTo(ends, instant);
  }

  /** The largest number within a minute of the hour, 0 to 59. */
  long peakOfMinute(int minute) {
    return peaks[minute];
  }

  /** The largest number within the hour. */
  long peak() {
    return peak;
  }

  /** The earliest instant of the hour at which the largest number was in progress. */
  long peakAt() {
    return peakAt;
  }

  /** How many minutes of the hour have more in progress than that. */
  long minutesOver(long limit) {
    return Arrays.stream(peaks).filter(inProgress -> inProgress > limit).count();
  }

  /** How many of the sorted instants are not after that one. */
  private static int countUpTo(long[] sorted, long instant) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= instant) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
