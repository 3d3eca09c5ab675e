package dev.slowhour.job.replay;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** How far a replay is; looked at from any thread. */
public final class ReplayProgress {

  private final AtomicLong read = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicReference<Instant> time = new AtomicReference<>();

  void read() {
    read.incrementAndGet();
  }

  void sent(Instant instant) {
    sent.incrementAndGet();
    time.set(instant);
  }

  /** Lines read so far. Nothing is sent before all are. */
  public long linesRead() {
    return read.get();
  }

  /** Records sent so far. */
  public long recordsSent() {
    return sent.get();
  }

  /** The timestamp of the last record sent. */
  public Optional<Instant> time() {
    return Optional.ofNullable(time.get());
  }
}
