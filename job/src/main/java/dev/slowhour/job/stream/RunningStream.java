package dev.slowhour.job.stream;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.Version;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.store.StoreAddress;
import dev.slowhour.job.store.StoreException;
import dev.slowhour.job.store.StreamRun;
import dev.slowhour.job.workflow.TimeSettings;
import java.io.Closeable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;

/** A streaming job that was started, and its row in {@code runs}. */
public final class RunningStream implements Closeable {

  /** A savepoint waits for the writers, and these may wait for the store. */
  private static final Duration LONGEST_STOP = Duration.ofMinutes(5);

  private final JobClient client;
  private final StreamRun run;
  private final Optional<String> savepointFolder;

  /** Set before the job is told to stop, so that whoever waits for it knows why it ended. */
  private volatile boolean isStopping;

  private RunningStream(JobClient client, StreamRun run, Optional<String> savepointFolder) {
    this.client = client;
    this.run = run;
    this.savepointFolder = savepointFolder;
  }

  /**
   * Where a run begins, and what it is told beside the configuration.
   *
   * @param savepoint the savepoint or checkpoint whose state it goes on with
   * @param from without one: at which records of the topics it begins, by their timestamps; empty:
   *     at the first
   * @param syntheticPools pools whose logs and metrics are made up
   */
  public record Beginning(
      Optional<String> savepoint, Optional<Instant> from, Set<String> syntheticPools) {}

  /**
   * Starts a run.
   *
   * @param env where the job runs
   * @throws InputException when Kafka, a topic or the savepoint cannot be had
   * @throws StoreException when the store cannot
   */
  public static RunningStream start(
      StreamExecutionEnvironment env, StreamConfig config, Beginning beginning)
      throws InputException, StoreException, InterruptedException {
    StoreAddress store = config.requiredStore();
    TimeSettings time = StreamJob.timeSettings(config);
    StreamRun run =
        StreamRun.begin(
            store,
            Version.text(),
            config.judge(),
            StreamJob.inputsJson(config.kafka()),
            beginning.savepoint());
    try {
      StreamJob.define(
          env, config, time, store, run.id(), beginning.from(), beginning.syntheticPools());
      return new RunningStream(
          env.executeAsync(StreamJob.NAME),
          run,
          config.state().savepointDir().map(StreamEnvironments::uri));
    } catch (Exception e) {
      run.failed(String.valueOf(e.getMessage()));
      run.close();
      throw new InputException("the job could not be started: " + reason(e), e);
    }
  }

  /** Its id in Flink. */
  public String jobId() {
    return client.getJobID().toString();
  }

  /** Its number in {@code runs}. */
  public long runId() {
    return run.id();
  }

  /** The job in Flink. */
  public JobClient client() {
    return client;
  }

  /**
   * Waits until it has ended: stopped, or failed for good. A job that fails restarts by itself.
   *
   * @throws InputException when it failed; the message says why
   */
  public void await() throws InputException, InterruptedException {
    try {
      client.getJobExecutionResult().get();
    } catch (ExecutionException | CancellationException e) {
      boolean wasCancelled =
          e instanceof CancellationException
              || ExceptionUtils.findThrowable(e, JobCancellationException.class).isPresent();
      if (!isStopping && !wasCancelled) {
        run.failed(reason(e));
        throw new InputException("the job failed: " + reason(e), e);
      }
    }
  }

  /**
   * Stops it: with a savepoint where a folder for these is configured, else at once. Not drained:
   * hours that are not final stay so, and a run from the savepoint goes on with them.
   *
   * @return the savepoint
   * @throws InputException when no savepoint could be made; the job then goes on
   */
  public Optional<String> stop() throws InputException, StoreException, InterruptedException {
    isStopping = true;
    try {
      if (savepointFolder.isEmpty()) {
        client.cancel().get(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS);
        run.cancelled(Optional.empty());
        return Optional.empty();
      }
      String savepoint =
          client
              .stopWithSavepoint(false, savepointFolder.get(), SavepointFormatType.CANONICAL)
              .get(LONGEST_STOP.toSeconds(), TimeUnit.SECONDS);
      run.done(Optional.of(savepoint), Optional.empty());
      return Optional.of(savepoint);
    } catch (ExecutionException | TimeoutException e) {
      isStopping = false;
      throw new InputException("the job could not be stopped: " + reason(e), e);
    }
  }

  private static String reason(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String message = innermost.getMessage();
    return message == null ? innermost.getClass().getSimpleName() : message;
  }

  /** Lets go of the run's row; a job on a cluster goes on. */
  @Override
  public void close() {
    run.close();
  }
}
