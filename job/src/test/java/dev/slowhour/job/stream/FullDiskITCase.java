package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Postgres;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A disk for checkpoints that is full, where a small one can be mounted. */
@Tag("faults")
class FullDiskITCase {

  private static final int PARTITIONS = 3;

  @RegisterExtension static final MiniClusterExtension CLUSTER = FaultCluster.of(2, 1);

  private static final FaultCluster TASK_MANAGERS = new FaultCluster();

  @TempDir private Path folder;

  @Test
  void withoutRoomForStateTheReasonIsToldRowsAreJudgedAndItGoesOnWhenThereIsSome(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    Path disk = Files.createDirectories(folder.resolve("checkpoints"));
    assumeTrue(
        exitCode("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", disk.toString()) == 0,
        "a small disk can be mounted");
    try {
      StreamedIntoStore streamed =
          StreamedIntoStore.of(
              Fixture.SEED_DAY, PARTITIONS, Kafka.topics(PARTITIONS), Postgres.migrated(), folder);
      streamed.send(0, 30);
      try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
        StreamedIntoStore.awaitCheckpoint(cluster, running);

        Path filler = disk.resolve("filler");
        fill(filler);
        streamed.send(30, 60);
        StreamedIntoStore.await(
            "a checkpoint that fails",
            running,
            () -> StreamedIntoStore.whyCheckpointsFail(cluster, running).isPresent());
        assertThat(StreamedIntoStore.restarts(cluster, running)).isZero();

        Files.delete(filler);
        StreamedIntoStore.awaitCheckpoint(cluster, running);
        TASK_MANAGERS.killTasks(cluster, running);
        streamed.send(60, 100);
        streamed.assertEndsAsJudgedInBatch(running);

        assertThat(StreamedIntoStore.restarts(cluster, running)).isPositive();
        running.client().cancel().get(60, TimeUnit.SECONDS);
        StreamedIntoStore.awaitEnd(running);
      }
    } finally {
      exitCode("umount", "--lazy", disk.toString());
    }
  }

  /** Writes until there is no room. */
  private static void fill(Path file) throws IOException {
    byte[] block = new byte[4_096];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left on device");
    }
  }

  private static int exitCode(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
