package dev.slowhour.job.workflow;

/**
 * Wall time as far as a task was there to see it pass. While a task is blocked its partitions may
 * have had plenty to send: a step counts for a second at most.
 */
final class ObservedTime {

  private static final long LONGEST_STEP_MS = 1_000;

  private long lastWallMs;

  ObservedTime(long wallMs) {
    lastWallMs = wallMs;
  }

  /** How much time has passed since the step before, 0 to 1,000 milliseconds. */
  long step(long wallMs) {
    long step = Math.max(0, Math.min(wallMs - lastWallMs, LONGEST_STEP_MS));
    lastWallMs = wallMs;
    return step;
  }
}
