package dev.slowhour.core.compare;

import dev.slowhour.core.judge.Verdict;

/**
 * The figures of a judged window that both its verdicts rest on.
 *
 * @param asSent the counts by the rule
 * @param atSlo the same, had every request been answered just within its SLO; but for the misses in
 *     minutes over the contract those of {@code asSent}
 */
public record WindowFigures(WindowKey key, Counts asSent, Counts atSlo) {

  /** The counts by that reading. */
  public Counts counts(VerdictReading reading) {
    return switch (reading) {
      case BY_RULE -> asSent;
      case AT_SLO -> atSlo;
    };
  }

  /** The verdict by that reading. */
  public Verdict verdict(VerdictReading reading) {
    return counts(reading).verdict();
  }

  /** The same figures as those of another window. */
  public WindowFigures as(WindowKey other) {
    return new WindowFigures(other, asSent, atSlo);
  }
}
