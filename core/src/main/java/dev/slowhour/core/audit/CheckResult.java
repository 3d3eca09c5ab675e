package dev.slowhour.core.audit;

import java.util.List;

/**
 * What one of the fifteen checks found.
 *
 * @param number 1 to 15, as spec/verdict.md numbers them
 * @param title what is checked, in a few words
 * @param failures the first failures, at most {@link #MAX_FAILURES}
 * @param failureCount how many there are in all
 */
public record CheckResult(int number, String title, List<Failure> failures, long failureCount) {

  /** Failures kept at most. */
  public static final int MAX_FAILURES = 20;

  /** Whether nothing failed. */
  public boolean passed() {
    return failureCount == 0;
  }
}
