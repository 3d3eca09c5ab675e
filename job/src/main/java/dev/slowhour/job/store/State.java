package dev.slowhour.job.store;

import java.util.Locale;

/** How settled a window is, in ascending order. */
public enum State {
  /** The hour goes on. */
  OPEN,
  /** The hour has ended; requests of it may still complete. */
  PROVISIONAL,
  /** Nothing can change it but a rerun. */
  FINAL;

  /** As rows write it. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
