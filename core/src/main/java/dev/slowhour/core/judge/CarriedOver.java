package dev.slowhour.core.judge;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/**
 * An endpoint's requests of earlier hours that are still in progress when an hour starts.
 *
 * @param hour the start of the hour that they reach into
 * @param ends when each ends, in nanoseconds from the start of the hour, > 0
 * @param endsAtSlo when each that would still be in progress had it been answered just within its
 *     SLO would end, likewise
 */
public record CarriedOver(Instant hour, long[] ends, long[] endsAtSlo) {

  /** Longer than any end can be away, and well within a long of nanoseconds. */
  private static final Duration FAR = Duration.ofDays(100 * 365);

  /** Nothing is in progress at the start of that hour. */
  public static CarriedOver none(Instant hour) {
    return new CarriedOver(hour, new long[0], new long[0]);
  }

  /** What of it is still in progress at the start of that hour, which is not before this one. */
  public CarriedOver at(Instant laterHour) {
    Duration between = Duration.between(hour, laterHour);
    if (between.compareTo(FAR) > 0) {
      return none(laterHour);
    }
    long shift = between.toNanos();
    return new CarriedOver(laterHour, remaining(ends, shift), remaining(endsAtSlo, shift));
  }

  /** Whether nothing is in progress any more. */
  public boolean isEmpty() {
    return ends.length == 0;
  }

  static long[] remaining(long[] ends, long shift) {
    return Arrays.stream(ends).map(end -> end - shift).filter(end -> end > 0).toArray();
  }
}
