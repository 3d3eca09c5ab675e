package dev.slowhour.job.batch;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.core.execution.JobClient;

/** A job that runs, to be asked how far it is. */
public final class WatchedJob {

  private final JobClient client;
  private final long totalBytes;

  WatchedJob(JobClient client, InputFiles files) {
    this.client = client;
    totalBytes = bytes(files.of(Table.REQUEST_LOGS)) + bytes(files.of(Table.POOL_METRICS));
  }

  private static long bytes(List<InputFile> files) {
    return files.stream().mapToLong(file -> file.path().toFile().length()).sum();
  }

  /** Bytes on disk of all that is read. */
  public long totalBytes() {
    return totalBytes;
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
