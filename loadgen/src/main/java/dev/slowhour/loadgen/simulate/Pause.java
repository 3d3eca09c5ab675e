package dev.slowhour.loadgen.simulate;

/**
 * A time in which the engine's process does not run; what it was doing goes on afterwards.
 *
 * @param startNanos when it stops
 * @param endNanos when it goes on, not before the start
 */
public record Pause(long startNanos, long endNanos) {

  /**
   * @throws IllegalArgumentException where it ends before it starts
   */
  public Pause {
    if (endNanos < startNanos) {
      throw new IllegalArgumentException(
          "pause from " + startNanos + " to " + endNanos + " (expected: an end after its start)");
    }
  }
}
