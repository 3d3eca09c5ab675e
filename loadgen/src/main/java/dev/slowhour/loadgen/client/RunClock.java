package dev.slowhour.loadgen.client;

import java.time.Instant;

/**
 * Time of a run: nanoseconds since its start on a clock that only goes forward, tied to the wall
 * clock once. A wall clock that is set in the midst of a run changes no figure.
 */
public final class RunClock {

  private final long originNanos;
  private final Instant start;

  private RunClock(long originNanos, Instant start) {
    this.originNanos = originNanos;
    this.start = start;
  }

  /** A clock whose zero is now. */
  public static RunClock startingNow() {
    return new RunClock(System.nanoTime(), Instant.now());
  }

  /** A clock whose zero is that instant on the wall and now on the clock that goes forward. */
  public static RunClock startedAt(Instant start) {
    return new RunClock(System.nanoTime(), start);
  }

  /** Nanoseconds since the start. */
  public long nanos() {
    return System.nanoTime() - originNanos;
  }

  /** The instant of that many nanoseconds since the start. */
  public Instant instant(long nanos) {
    return start.plusNanos(nanos);
  }
}
