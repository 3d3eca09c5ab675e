package dev.slowhour.job.cli;

import dev.slowhour.core.compare.Counts;
import dev.slowhour.core.compare.RuleTest;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowFigures;
import dev.slowhour.core.compare.WindowKey;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Words that scores and comparisons share on a terminal. */
final class ResultText {

  /** More lines of one kind are no table to read: the rest is counted. */
  static final int MAX_ROWS = 200;

  static final String NO_WINDOW = "no window";

  private ResultText() {}

  static List<String> names(WindowKey key, ReportZone zone) {
    return List.of(
        zone.minuteText(key.windowStart()).replace('T', ' '),
        key.endpoint().tenantId(),
        key.endpoint().endpointId());
  }

  /** The verdict, and behind it the second reading where that is another. */
  static String verdicts(Optional<WindowFigures> window) {
    return window
        .map(
            figures -> {
              Verdict verdict = figures.verdict(VerdictReading.BY_RULE);
              Verdict atSlo = figures.verdict(VerdictReading.AT_SLO);
              return verdict == atSlo
                  ? verdict.label()
                  : verdict.label() + " (at SLO: " + atSlo.label() + ")";
            })
        .orElse(NO_WINDOW);
  }

  /** {@code m/n}. */
  static String misses(Optional<WindowFigures> window) {
    return window
        .map(
            figures -> {
              Counts counts = figures.asSent();
              return number(counts.misses()) + "/" + number(counts.requests());
            })
        .orElse("-");
  }

  /** The margin of a test, {@code c×2−m}. */
  static String formula(RuleTest test) {
    return switch (test) {
      case ONE_PERCENT -> "m×100−n";
      case OVER_CONCURRENCY -> "c×2−m";
      case LONG_INPUT -> "l×2−m";
    };
  }

  static String signed(long value) {
    return value > 0 ? "+" + number(value) : number(value);
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** {@code of 3 windows}, {@code of 1 window}. */
  static String count(long value, String thing) {
    return number(value) + " " + thing + (value == 1 ? "" : "s");
  }

  /** What is said instead of the rows that are left out. */
  static Optional<String> rest(long rows) {
    return rows > MAX_ROWS
        ? Optional.of("… and " + number(rows - MAX_ROWS) + " more (--json has all)")
        : Optional.empty();
  }
}
