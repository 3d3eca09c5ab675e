package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobResultsITCase {

  @TempDir private Path folder;

  private JobClient start(long numbers, MapFunction<Long, Long> function) throws Exception {
    StreamExecutionEnvironment env = LocalCluster.environment(1, folder.resolve("tmp"));
    env.fromSequence(1, numbers)
        .uid("numbers")
        .map(function)
        .uid("function")
        .sinkTo(new DiscardingSink<>())
        .uid("nowhere");
    return env.executeAsync();
  }

  private static final class Count extends RichMapFunction<Long, Long> {

    private static final long serialVersionUID = 1L;
    private final LongCounter counter = new LongCounter();

    @Override
    public void open(OpenContext context) {
      getRuntimeContext().addAccumulator("numbers", counter);
    }

    @Override
    public Long map(Long number) {
      counter.add(1L);
      return number;
    }
  }

  @Test
  void aJobThatEndsWellGivesItsAccumulators() throws Exception {
    assertThat(JobResults.await(start(3, new Count()))).isEqualTo(Map.of("numbers", 3L));
  }

  @Test
  void aFailureOnAFileIsToldInItsOwnWords() throws Exception {
    JobClient job =
        start(
            1,
            number -> {
              throw new IOException("day.jsonl: cannot be read: the disk is on fire");
            });

    assertThatThrownBy(() -> JobResults.await(job))
        .isInstanceOf(InputException.class)
        .hasMessage("day.jsonl: cannot be read: the disk is on fire");
  }

  @Test
  void anyOtherFailureIsAFaultOfOurs() throws Exception {
    JobClient job =
        start(
            1,
            number -> {
              throw new ArithmeticException("wrong");
            });

    assertThatThrownBy(() -> JobResults.await(job))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the job failed")
        .hasStackTraceContaining("ArithmeticException: wrong");
  }

  @Test
  void whoIsInterruptedWhileWaitingCancelsTheJob() throws Exception {
    JobClient job = start(Long.MAX_VALUE, number -> number);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> JobResults.await(job)).isInstanceOf(InterruptedException.class);

    assertThat(job.getJobExecutionResult())
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withStackTraceContaining("JobCancellationException");
  }

  @Test
  void aHeapThatIsTooSmallIsToldAsSuch() throws Exception {
    JobClient job =
        start(
            1,
            number -> {
              throw new OutOfMemoryError("Java heap space");
            });

    assertThatThrownBy(() -> JobResults.await(job))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("Java heap space");
  }

  @Test
  void aJobThatCannotBeStartedForWantOfSpaceIsNoFaultOfOurs() {
    Exception failure = new IllegalStateException("no cluster", new IOException("disk full"));

    assertThat(JobResults.failure("the job could not be started", failure))
        .hasMessage("disk full")
        .hasCause(failure);
  }
}
