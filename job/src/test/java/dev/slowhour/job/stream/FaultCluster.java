package dev.slowhour.job.stream;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** A cluster in the test's process whose task managers can be taken away. */
final class FaultCluster {

  /** A cluster counts its task managers on: those that are gone keep their numbers. */
  private final AtomicInteger gone = new AtomicInteger();

  /** Takes away the one that was started first of those that there are. */
  CompletableFuture<Void> terminateOldest(MiniCluster cluster) {
    return cluster.terminateTaskManager(gone.getAndIncrement());
  }

  /** Takes away one after the other, each replaced by a new one, until the job has begun anew. */
  void killTasks(MiniCluster cluster, RunningStream running) throws Exception {
    int before = StreamedIntoStore.restarts(cluster, running);
    while (StreamedIntoStore.restarts(cluster, running) == before) {
      // One without a task of the job is not missed.
      terminateOldest(cluster).get(2, TimeUnit.MINUTES);
      cluster.startTaskManager();
      Thread.sleep(1_000);
    }
  }

  static MiniClusterExtension of(int taskManagers, int slotsEach) {
    Configuration configuration = new Configuration();
    configuration.set(WebOptions.UPLOAD_DIR, "target/flink-web");
    configuration.set(WebOptions.TMP_DIR, "target/flink-web");
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(128));
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(500));
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, Duration.ofSeconds(20));
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(configuration)
            .setNumberTaskManagers(taskManagers)
            .setNumberSlotsPerTaskManager(slotsEach)
            .build());
  }
}
