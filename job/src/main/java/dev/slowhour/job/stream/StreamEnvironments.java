package dev.slowhour.job.stream;

import dev.slowhour.job.config.StreamConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where the streaming job runs, and what Flink is told. */
public final class StreamEnvironments {

  private static final MemorySize MANAGED_MEMORY = MemorySize.ofMebiBytes(512);
  private static final MemorySize NETWORK_MEMORY = MemorySize.ofMebiBytes(128);
  private static final Duration AUTO_WATERMARKS = Duration.ofMillis(200);

  private StreamEnvironments() {}

  /**
   * A cluster in this process; only its web pages, when asked for, can be reached, on loopback.
   *
   * @param restored the savepoint or checkpoint to begin from
   * @param temporaryFolder where state lies while the job runs
   */
  public static StreamExecutionEnvironment inThisProcess(
      StreamConfig config, Optional<String> restored, Path temporaryFolder) {
    Configuration configuration = configuration(config, restored);
    configuration.set(CoreOptions.TMP_DIRS, temporaryFolder.toString());
    configuration.set(WebOptions.TMP_DIR, temporaryFolder.toString());
    configuration.set(WebOptions.UPLOAD_DIR, temporaryFolder.toString());
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED_MEMORY);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, NETWORK_MEMORY);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, NETWORK_MEMORY);
    configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, config.parallelism());
    configuration.set(RestOptions.ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    configuration.set(
        RestOptions.BIND_PORT,
        Integer.toString(config.webPort().isPresent() ? config.webPort().getAsInt() : 0));
    config
        .prometheusPorts()
        .ifPresent(
            ports -> {
              configuration.setString(
                  "metrics.reporter.prom.factory.class",
                  "org.apache.flink.metrics.prometheus.PrometheusReporterFactory");
              configuration.setString("metrics.reporter.prom.port", ports);
            });
    return config.webPort().isPresent()
        ? StreamExecutionEnvironment.createLocalEnvironmentWithWebUI(configuration)
        : StreamExecutionEnvironment.createLocalEnvironment(config.parallelism(), configuration);
  }

  /**
   * A running cluster, which the job is sent to with its jar. What its processes are told (metrics,
   * memory, folders) stays as it is there.
   */
  public static StreamExecutionEnvironment remote(
      StreamConfig config, Optional<String> restored, String host, int port, Path jar) {
    Configuration configuration = configuration(config, restored);
    return StreamExecutionEnvironment.createRemoteEnvironment(
        host, port, configuration, jar.toString());
  }

  /** What the job needs, whatever cluster it runs in. */
  public static Configuration configuration(StreamConfig config, Optional<String> restored) {
    Configuration configuration = new Configuration();
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, config.parallelism());
    // It can never be changed without losing state: more than anybody will run.
    configuration.set(PipelineOptions.MAX_PARALLELISM, 128);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, AUTO_WATERMARKS);
    configuration.set(StateBackendOptions.STATE_BACKEND, backend(config));
    configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL, config.state().checkpointInterval());
    // While the store is away none completes, and that is no reason to start over.
    configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    config
        .state()
        .checkpointDir()
        .ifPresent(
            folder -> configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, uri(folder)));
    config
        .state()
        .savepointDir()
        .ifPresent(
            folder -> configuration.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, uri(folder)));
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
        Duration.ofSeconds(1));
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
        Duration.ofSeconds(30));
    restored.ifPresent(path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, uri(path)));
    return configuration;
  }

  private static String backend(StreamConfig config) {
    return switch (config.state().backend()) {
      case ROCKSDB -> "rocksdb";
      case HEAP -> "hashmap";
    };
  }

  /** A folder, or a URI of a file system that Flink knows, as a URI. */
  public static String uri(String folder) {
    return folder.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")
        ? folder
        : Path.of(folder).toAbsolutePath().toUri().toString();
  }
}
