package dev.slowhour.job.replay;

import java.time.Duration;
import java.time.Instant;

/** The time that passes while a day is replayed. */
public interface WallTime {

  /** What the clock on the wall shows. */
  Instant now();

  /** A stopwatch: nanoseconds since whenever, which never go back. */
  long nanoTime();

  /** Waits. */
  void sleep(Duration duration) throws InterruptedException;

  /** That of this machine. */
  static WallTime system() {
    return new WallTime() {
      @Override
      public Instant now() {
        return Instant.now();
      }

      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration.toMillis(), duration.toNanosPart() % 1_000_000);
      }
    };
  }
}
