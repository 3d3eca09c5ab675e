package dev.slowhour.core.doctor;

import dev.slowhour.core.data.RequestRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Looks for values of requests that can be read and are hardly what was measured. */
final class Suspicions {

  /** Fewer rows than that may well be alike. */
  static final long MIN_ROWS = 10;

  /** No engine has all its first tokens within this, and every TTFT in seconds is. */
  static final long MAX_SECONDS = 30;

  private long rows;
  private long largestTtft;
  private long largestInput;
  private long largestOutput;
  private boolean anyTpot;

  void add(RequestRow row) {
    rows++;
    largestTtft = Math.max(largestTtft, row.ttftMs());
    largestInput = Math.max(largestInput, row.inputTokens());
    largestOutput = Math.max(largestOutput, row.outputTokens());
    anyTpot |= row.tpotMs().signum() > 0;
  }

  static String lines(long count) {
    return count == 1 ? "1 line" : String.format(Locale.ROOT, "%,d lines", count);
  }

  /**
   * What looks wrong.
   *
   * @param fractionsOfTtft lines whose TTFT is no integer and may be in seconds
   */
  List<String> found(long fractionsOfTtft) {
    List<String> found = new ArrayList<>();
    if (fractionsOfTtft > 0) {
      found.add(
          "ttft_ms is no integer and at most 1000 in "
              + lines(fractionsOfTtft)
              + ": seconds? (expected: milliseconds)");
    }
    if (rows >= MIN_ROWS) {
      if (largestTtft <= MAX_SECONDS) {
        found.add(
            "ttft_ms is at most "
                + largestTtft
                + " in all rows: seconds? (expected: milliseconds)");
      }
      if (!anyTpot) {
        found.add("tpot_ms is 0 in all rows: not measured?");
      }
      if (largestInput == 1) {
        found.add("input_tokens is 1 in all rows: not measured?");
      }
      if (largestOutput == 1) {
        found.add("output_tokens is 1 in all rows: chunks or answers counted, not tokens?");
      }
    }
    return found;
  }
}
