package dev.slowhour.job.batch;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.ExceptionUtils;

/** Waits for a job and says plainly why it failed. */
final class JobResults {

  private JobResults() {}

  /**
   * The job's accumulators when it has ended.
   *
   * @throws InputException when a file could not be read or written while it ran
   */
  static Map<String, Object> await(JobClient client) throws InputException, InterruptedException {
    try {
      return client.getJobExecutionResult().get().getAllAccumulatorResults();
    } catch (InterruptedException e) {
      client.cancel().join();
      throw e;
    } catch (ExecutionException e) {
      // Readers and writers of files say in their message which file it was.
      Optional<IOException> onFile = ExceptionUtils.findThrowable(e, IOException.class);
      if (onFile.isPresent()) {
        throw new InputException(onFile.get().getMessage(), e);
      }
      throw new IllegalStateException("the job failed", e);
    }
  }
}
