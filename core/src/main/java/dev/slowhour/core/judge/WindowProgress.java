package dev.slowhour.core.judge;

import dev.slowhour.core.time.ReportZone;

/**
 * How far a window has got.
 *
 * @param state how settled it is
 * @param passedMinutes how many of its minutes have passed, from the first: the figures are over
 *     these alone. 0 to 60 while it is open, 60 otherwise
 */
public record WindowProgress(WindowState state, int passedMinutes) {

  /** A window that nothing can change but a rerun. */
  public static final WindowProgress FINAL =
      new WindowProgress(WindowState.FINAL, ReportZone.HOUR_MINUTES);

  /** A window whose hour has ended. */
  public static final WindowProgress PROVISIONAL =
      new WindowProgress(WindowState.PROVISIONAL, ReportZone.HOUR_MINUTES);

  /**
   * A window whose hour goes on.
   *
   * @param passedMinutes 0 to 59
   */
  public static WindowProgress open(int passedMinutes) {
    return new WindowProgress(WindowState.OPEN, passedMinutes);
  }

  /**
   * Checks the progress.
   *
   * @throws IllegalArgumentException when the minutes are out of their range
   */
  public WindowProgress {
    int least = state == WindowState.OPEN ? 0 : ReportZone.HOUR_MINUTES;
    if (passedMinutes < least || passedMinutes > ReportZone.HOUR_MINUTES) {
      throw new IllegalArgumentException(
          "passedMinutes: "
              + passedMinutes
              + " (expected: "
              + least
              + " to "
              + ReportZone.HOUR_MINUTES
              + " when "
              + state.text()
              + ")");
    }
  }

  /** Whether requests may still come that count for it. */
  public boolean isUnsettled() {
    return state != WindowState.FINAL;
  }

  /** Whether the hour goes on. */
  public boolean isOpen() {
    return state == WindowState.OPEN;
  }
}
