package dev.slowhour.core.compare;

import dev.slowhour.core.judge.Verdict;
import java.util.Optional;

/**
 * A window before and after a change; at least one of the two is there.
 *
 * @param key which window, by the time before
 */
public record WindowChange(
    WindowKey key, Optional<WindowFigures> before, Optional<WindowFigures> after) {

  /**
   * A verdict that became another.
   *
   * @param test the test of the rule that turned out differently
   */
  public record Flip(
      VerdictReading reading,
      Verdict verdictBefore,
      Verdict verdictAfter,
      RuleTest test,
      RuleTest.Margin before,
      RuleTest.Margin after) {

    /** Whether the test was decided by noise both before and after: the flip may be chance. */
    public boolean isMarginal() {
      return before.isNoise() && after.isNoise();
    }
  }

  /** How the verdict changed; empty when it did not, or one of the two windows is not there. */
  public Optional<Flip> flip(VerdictReading reading) {
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    Counts left = before.get().counts(reading);
    Counts right = after.get().counts(reading);
    return RuleTest.parting(left, right)
        .map(
            test ->
                new Flip(
                    reading,
                    left.verdict(),
                    right.verdict(),
                    test,
                    test.margin(left),
                    test.margin(right)));
  }

  /** Whether it was an isolation failure before, by that reading. */
  public boolean wasIsolationFailure(VerdictReading reading) {
    return before.filter(w -> w.verdict(reading) == Verdict.ISOLATION_FAILURE).isPresent();
  }

  /** Whether it is within its SLO after; both readings are one in that. */
  public boolean isWithinSloAfter() {
    return after.filter(w -> w.verdict(VerdictReading.BY_RULE) == Verdict.WITHIN_SLO).isPresent();
  }
}
