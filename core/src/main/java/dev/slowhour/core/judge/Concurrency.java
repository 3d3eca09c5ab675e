package dev.slowhour.core.judge;

import dev.slowhour.core.time.ReportZone;
import java.util.Arrays;

/**
 * How many requests of an endpoint were in progress during an hour.
 *
 * @param perMinute the largest number at any instant within each of the 60 minutes
 * @param peakNanos the earliest instant of the hour's largest number, in nanoseconds from the start
 *     of the hour
 */
public record Concurrency(int[] perMinute, long peakNanos) {

  private static final long MINUTE_NANOS = 60_000_000_000L;

  /**
   * Counts by sweeping over starts and ends. Intervals are half-open: an end frees its place before
   * a start at the same instant takes one.
   *
   * @param starts when the hour's own requests start, ascending, in nanoseconds from the start of
   *     the hour
   * @param ends when these end, and when those that were in progress at the start of the hour do,
   *     ascending
   */
  static Concurrency sweep(long[] starts, long[] ends) {
    int[] perMinute = new int[ReportZone.HOUR_MINUTES];
    int inProgress = ends.length - starts.length;
    int peak = inProgress;
    long peakNanos = 0;
    int start = 0;
    int end = 0;
    for (int minute = 0; minute < ReportZone.HOUR_MINUTES; minute++) {
      long minuteStart = minute * MINUTE_NANOS;
      while (end < ends.length && ends[end] <= minuteStart) {
        inProgress--;
        end++;
      }
      int minutePeak = inProgress;
      while (start < starts.length && starts[start] < minuteStart + MINUTE_NANOS) {
        while (ends[end] <= starts[start]) {
          inProgress--;
          end++;
        }
        inProgress++;
        minutePeak = Math.max(minutePeak, inProgress);
        if (inProgress > peak) {
          peak = inProgress;
          peakNanos = starts[start];
        }
        start++;
      }
      perMinute[minute] = minutePeak;
    }
    return new Concurrency(perMinute, peakNanos);
  }

  /**
   * The same as long as only the first minutes have passed, in which all the starts lie: what is in
   * progress at their end goes on, but of the minutes behind nothing is known yet.
   */
  Concurrency within(int passedMinutes) {
    return new Concurrency(
        Arrays.copyOf(Arrays.copyOf(perMinute, passedMinutes), perMinute.length), peakNanos);
  }

  /** The largest number of the hour. */
  public int peak() {
    return Arrays.stream(perMinute).max().orElseThrow();
  }

  /** In how many minutes the number was above that. */
  public int minutesOver(long maxConcurrency) {
    return (int) Arrays.stream(perMinute).filter(minute -> minute > maxConcurrency).count();
  }
}
