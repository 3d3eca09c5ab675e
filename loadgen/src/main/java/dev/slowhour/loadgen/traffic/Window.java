package dev.slowhour.loadgen.traffic;

import java.util.List;

/**
 * When a sender may send.
 *
 * @param startNanos the first instant
 * @param endNanos where it ends; no longer in it
 * @param silences parts of it in which nothing is sent
 */
record Window(long startNanos, long endNanos, List<Silence> silences) {

  /** From an instant up to another, which is no longer in it. */
  record Silence(long startNanos, long endNanos) {}

  Window {
    silences = List.copyOf(silences);
  }

  boolean isSilent(long nanos) {
    return endOfSilence(nanos) != nanos;
  }

  /** The instant itself, or where the silence that it lies in ends. */
  long endOfSilence(long nanos) {
    long after = nanos;
    for (boolean isMoved = true; isMoved; ) {
      isMoved = false;
      for (Silence silence : silences) {
        if (silence.startNanos() <= after && after < silence.endNanos()) {
          after = silence.endNanos();
          isMoved = true;
        }
      }
    }
    return after;
  }
}
