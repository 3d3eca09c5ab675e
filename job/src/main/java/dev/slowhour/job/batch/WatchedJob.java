package dev.slowhour.job.batch;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.core.execution.JobClient;

/** A job that runs, to be asked how far it is. */
public final class WatchedJob {

  private final JobClient client;
  private final RunInput input;
  private final long total;

  WatchedJob(JobClient client, RunInput input) {
    this.client = client;
    this.input = input;
    total = input.total();
  }

  /** {@link RunInput#total} */
  long total() {
    return total;
  }

  /** How much of the input was read by these counts, in percent, 0 to 100. */
  public long percentRead(RunCounts counts) {
    return percent(input.read(counts), total);
  }

  /** Of nothing everything is read; what grows while it is read is read at most. */
  static long percent(long read, long total) {
    return total == 0 ? 100 : Math.min(100, read * 100 / total);
  }

  /** What has been read so far, as the task managers last reported; empty when not to be had. */
  public Optional<RunCounts> counts() throws InterruptedException {
    try {
      return Optional.of(RunCounts.of(client.getAccumulators().get()));
    } catch (ExecutionException e) {
      // The job has just ended, or has not begun.
      return Optional.empty();
    }
  }
}
