package dev.slowhour.job.store;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/**
 * Passes steps, slowly, and fails as often as it is told to: each time a little after a checkpoint,
 * so that there is something to go back to and something that is written again.
 */
final class FailingSteps extends RichMapFunction<Long, Long> implements CheckpointListener {

  private static final long serialVersionUID = 1L;

  private static final int STEPS_AFTER_CHECKPOINT = 60;

  private static final AtomicInteger ATTEMPTS = new AtomicInteger();

  private final int failures;
  private transient boolean hasCheckpoint;
  private transient int sinceCheckpoint;

  FailingSteps(int failures) {
    this.failures = failures;
  }

  static void reset() {
    ATTEMPTS.set(0);
  }

  /** How often the job has begun. */
  static int attempts() {
    return ATTEMPTS.get();
  }

  @Override
  public void open(OpenContext context) {
    ATTEMPTS.incrementAndGet();
    hasCheckpoint = false;
    sinceCheckpoint = 0;
  }

  @Override
  public Long map(Long step) throws InterruptedException {
    Thread.sleep(1);
    if (hasCheckpoint && ++sinceCheckpoint > STEPS_AFTER_CHECKPOINT && ATTEMPTS.get() <= failures) {
      throw new IllegalStateException("a failure of attempt " + ATTEMPTS.get());
    }
    return step;
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    hasCheckpoint = true;
  }
}
