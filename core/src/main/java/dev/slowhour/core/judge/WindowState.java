package dev.slowhour.core.judge;

import java.util.Locale;

/** How settled a window is, in ascending order. */
public enum WindowState {
  /** The hour goes on. */
  OPEN,
  /** The hour has ended; requests of it may still complete. */
  PROVISIONAL,
  /** Nothing can change it but a rerun. */
  FINAL;

  /** As rows write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
