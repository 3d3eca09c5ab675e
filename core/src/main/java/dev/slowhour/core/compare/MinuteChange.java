package dev.slowhour.core.compare;

import java.time.Instant;

/**
 * A minute of a window by two lengths of a request.
 *
 * @param minute its start
 * @param maxConcurrency the contract's
 */
public record MinuteChange(
    WindowKey window, Instant minute, long maxConcurrency, Peaks before, Peaks after) {

  /**
   * Requests in progress at once, the largest of the minute.
   *
   * @param asSent as they were
   * @param atSlo had every one been answered just within its SLO
   */
  public record Peaks(long asSent, long atSlo) {

    long of(VerdictReading reading) {
      return switch (reading) {
        case BY_RULE -> asSent;
        case AT_SLO -> atSlo;
      };
    }
  }

  /** Whether the concurrency is another. */
  public boolean changes(VerdictReading reading) {
    return before.of(reading) != after.of(reading);
  }

  /** Whether the minute is over the contract by one length and not by the other. */
  public boolean flips(VerdictReading reading) {
    return before.of(reading) > maxConcurrency != after.of(reading) > maxConcurrency;
  }
}
