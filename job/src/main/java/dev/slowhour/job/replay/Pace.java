package dev.slowhour.job.replay;

import java.time.Duration;
import java.time.Instant;

/** Keeps the gaps of a day. What is late because sending took long is made up for. */
final class Pace {

  private final Speed speed;
  private final WallTime wall;
  private Instant firstOrNull;
  private long startNanos;

  Pace(Speed speed, WallTime wall) {
    this.speed = speed;
    this.wall = wall;
  }

  /**
   * Waits until that instant of the day has come. The first is there at once.
   *
   * @param instant not before that of the last call
   */
  void await(Instant instant) throws InterruptedException {
    if (!speed.hasGaps()) {
      return;
    }
    if (firstOrNull == null) {
      firstOrNull = instant;
      startNanos = wall.nanoTime();
      return;
    }
    Duration left =
        speed
            .taken(Duration.between(firstOrNull, instant))
            .minusNanos(wall.nanoTime() - startNanos);
    if (!left.isNegative() && !left.isZero()) {
      wall.sleep(left);
    }
  }
}
