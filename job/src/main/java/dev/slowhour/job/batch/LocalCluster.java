package dev.slowhour.job.batch;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink cluster in this process, for one batch run; nothing of it can be reached from outside.
 */
public final class LocalCluster {

  private static final MemorySize MANAGED_MEMORY = MemorySize.ofMebiBytes(512);
  private static final long NETWORK_MEBIBYTES = 128;

  /** Subtasks for which that is enough. */
  private static final int FEW_SUBTASKS = 64;

  /**
   * How long a source that has read everything waits for its reading threads to end. Of several
   * files one of these can hang there for good (FLINK-40660), and with it the run for the 30
   * seconds that Flink waits otherwise.
   */
  private static final ConfigOption<Long> SOURCE_CLOSE_TIMEOUT_MS =
      ConfigOptions.key("source.reader.close.timeout").longType().defaultValue(30_000L);

  private LocalCluster() {}

  /**
   * An environment whose jobs run in this process.
   *
   * @param parallelism how many subtasks of each operator run at once, ≥ 1
   * @param temporaryFolder where sorts spill and shuffles write
   */
  public static StreamExecutionEnvironment environment(int parallelism, Path temporaryFolder) {
    Configuration configuration = batchConfiguration();
    configuration.set(SOURCE_CLOSE_TIMEOUT_MS, 1_000L);
    configuration.set(CoreOptions.TMP_DIRS, temporaryFolder.toString());
    configuration.set(WebOptions.TMP_DIR, temporaryFolder.toString());
    configuration.set(WebOptions.UPLOAD_DIR, temporaryFolder.toString());
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED_MEMORY);
    MemorySize network = networkMemory(parallelism);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
    configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, parallelism);
    configuration.set(RestOptions.ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_PORT, "0");
    // Counts come with heartbeats: often enough for a progress line.
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1));
    return StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
  }

  /** What every batch run of the workflow needs, whatever cluster it runs in. */
  public static Configuration batchConfiguration() {
    Configuration configuration = new Configuration();
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
    // The input is at hand: a failure is told at once and not tried again.
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_ENABLED, false);
    return configuration;
  }

  /** Every subtask sends to every other one, so that what they need grows with the square. */
  private static MemorySize networkMemory(int parallelism) {
    long scale = (parallelism - 1L) / FEW_SUBTASKS + 1;
    return MemorySize.ofMebiBytes(NETWORK_MEBIBYTES * scale * scale);
  }
}
