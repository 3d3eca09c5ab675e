package dev.slowhour.job.cli;

import dev.slowhour.core.judge.Verdict;

/** The colours of verdicts on a terminal. */
final class VerdictStyle {

  private VerdictStyle() {}

  /** The style's name, as {@link Paint} takes it. */
  static String of(Verdict verdict) {
    return switch (verdict) {
      case WITHIN_SLO -> "green";
      case OVER_CONCURRENCY, LONG_INPUT -> "yellow";
      case ISOLATION_FAILURE -> "bold,red";
    };
  }
}
