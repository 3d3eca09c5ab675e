package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Postgres;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of processes of which one is killed. */
@Tag("faults")
class KilledProcessITCase {

  private static final int PARTITIONS = 3;

  @TempDir private Path folder;

  @Test
  void aTaskManagerThatIsKilledAfterACheckpointLosesNothing() throws Exception {
    StreamedIntoStore streamed =
        StreamedIntoStore.of(
            Fixture.SEED_DAY, PARTITIONS, Kafka.topics(PARTITIONS), Postgres.migrated(), folder);
    StreamConfig config = streamed.config(2);
    Path cluster = Files.createDirectories(folder.resolve("cluster"));
    try (StandaloneCluster processes = StandaloneCluster.start(cluster, 2)) {
      RunningStream.Beginning beginning =
          new RunningStream.Beginning(Optional.empty(), Optional.empty(), Set.of());
      try (RunningStream running =
          RunningStream.start(
              StreamEnvironments.remote(
                  config, Optional.empty(), "127.0.0.1", processes.restPort(), emptyJar()),
              config,
              beginning)) {
        for (int kill = 1; kill <= 2; kill++) {
          streamed.send(30 * (kill - 1), 30 * kill);
          streamed.awaitWindows(running, 1);
          long before = processes.checkpoints(running.jobId());
          StreamedIntoStore.await(
              "a checkpoint", running, () -> processes.checkpoints(running.jobId()) >= before + 2);

          processes.killTaskManager();
          processes.startTaskManager();
          int kills = kill;
          StreamedIntoStore.await(
              "restart " + kill, running, () -> processes.restarts(running.jobId()) >= kills);
        }
        streamed.send(60, 100);
        streamed.assertEndsAsJudgedInBatch(running);

        assertThat(processes.restarts(running.jobId())).isGreaterThanOrEqualTo(2);
        running.client().cancel().get(60, TimeUnit.SECONDS);
        StreamedIntoStore.awaitEnd(running);
      }
    }
  }

  /** The processes have the job's classes on their class path. */
  private Path emptyJar() throws Exception {
    Path jar = folder.resolve("empty.jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.flush();
    }
    return jar;
  }
}
