package dev.slowhour.job.workflow;

import java.util.function.LongSupplier;

/**
 * Bounds the share of a task's time that goes into windows that are not final. In step with the
 * wall clock their refresh costs next to nothing; while hours of backlog are read in seconds it
 * would cost more than all else, for rows that nobody gets to see.
 */
final class RefreshBudget {

  private static final int ONE_IN = 5;
  private static final long SAVED_NANOS = 1_000_000_000L;

  private final LongSupplier nanoTime;
  private final long startNanos;
  private long spentNanos;

  /**
   * A budget of a fifth of the time, and a second at the start.
   *
   * @param nanoTime tells the time in nanoseconds, as {@link System#nanoTime} does
   */
  RefreshBudget(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    startNanos = nanoTime.getAsLong();
  }

  /** A budget by the clock of this machine. */
  static RefreshBudget byThisMachine() {
    return new RefreshBudget(System::nanoTime);
  }

  /** Whether there is time left. */
  boolean allows() {
    return spentNanos <= (nanoTime.getAsLong() - startNanos) / ONE_IN + SAVED_NANOS;
  }

  /** Starts to count what is spent; {@link #stop} takes the answer. */
  long start() {
    return nanoTime.getAsLong();
  }

  void stop(long started) {
    spentNanos += nanoTime.getAsLong() - started;
  }
}
