package dev.slowhour.job.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only by waiting, and by as much as a test says. */
final class FakeWall implements WallTime {

  private final List<Duration> sleeps = new ArrayList<>();
  private Instant now;
  private long nanos = 77;

  FakeWall(Instant now) {
    this.now = now;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public void sleep(Duration duration) {
    sleeps.add(duration);
    pass(duration);
  }

  /** Lets time pass without anybody waiting. */
  void pass(Duration duration) {
    now = now.plus(duration);
    nanos += duration.toNanos();
  }

  /** How long was waited, each time. */
  List<Duration> sleeps() {
    return sleeps;
  }
}
