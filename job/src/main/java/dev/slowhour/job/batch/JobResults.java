package dev.slowhour.job.batch;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.common.KafkaException;

/** Waits for a job and says plainly why it failed. */
final class JobResults {

  private JobResults() {}

  /**
   * The job's accumulators when it has ended.
   *
   * @throws InputException when Kafka or a file could not be read or written while it ran
   * @throws OutOfMemoryError when the heap was too small for it
   */
  static Map<String, Object> await(JobClient client) throws InputException, InterruptedException {
    try {
      return client.getJobExecutionResult().get().getAllAccumulatorResults();
    } catch (InterruptedException e) {
      client.cancel().join();
      throw e;
    } catch (ExecutionException e) {
      throw failure("the job failed", e);
    }
  }

  /**
   * What to throw instead of what Flink threw.
   *
   * @return what failed on Kafka or on a file, with what is said about that
   * @throws OutOfMemoryError when it was that
   * @throws IllegalStateException when it was none of these
   */
  static InputException failure(String what, Exception e) {
    Optional<OutOfMemoryError> onMemory = ExceptionUtils.findThrowable(e, OutOfMemoryError.class);
    if (onMemory.isPresent()) {
      throw onMemory.get();
    }
    Optional<KafkaException> onKafka = ExceptionUtils.findThrowable(e, KafkaException.class);
    if (onKafka.isPresent()) {
      return new InputException(
          "Kafka cannot be used: "
              + onKafka.get().getMessage()
              + " (expected: a broker that answers as long as the job reads)",
          e);
    }
    // Readers and writers of files say in their message which file it was.
    Optional<IOException> onFile = ExceptionUtils.findThrowable(e, IOException.class);
    if (onFile.isPresent()) {
      return new InputException(onFile.get().getMessage(), e);
    }
    throw new IllegalStateException(what, e);
  }
}
