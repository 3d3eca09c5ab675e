package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.kafka.local.LocalKafka;
import dev.slowhour.job.kafka.local.LocalTopics;
import dev.slowhour.job.testing.Postgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Makes this release's savepoint anew, among the test resources: {@code -Psavepoint}. */
@Tag("generator")
class SavepointGeneratorITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = FaultCluster.of(1, 1);

  @TempDir private Path folder;

  @Test
  void makesTheSavepointOfThisRelease(@InjectMiniCluster MiniCluster cluster) throws Exception {
    try (LocalKafka kafka = LocalKafka.start(folder.resolve("kafka"), 0)) {
      LocalTopics.create(kafka.settings(), GoldenSavepoint.PARTITIONS);
      Postgres database = Postgres.migrated();
      StreamedIntoStore streamed =
          StreamedIntoStore.of(GoldenSavepoint.day(), kafka.settings(), database, folder);
      streamed.send(0, GoldenSavepoint.PERCENT);
      try (RunningStream running = StreamedIntoStore.start(streamed.config(1), Optional.empty())) {
        streamed.awaitWindows(running, 1);
        StreamedIntoStore.awaitCheckpoint(cluster, running);
        Path savepoint = Path.of(java.net.URI.create(running.stop().orElseThrow()));

        assertThat(database.rows("SELECT DISTINCT state FROM slowhour.windows"))
            .extracting(row -> row.get("state"))
            .containsExactly("open");
        keep(savepoint);
      }
    }
  }

  private static void keep(Path savepoint) throws Exception {
    Path kept = GoldenSavepoint.folder();
    FileUtils.deleteDirectory(kept.toFile());
    Files.createDirectories(kept);
    try (Stream<Path> files = Files.list(savepoint)) {
      for (Path file : files.toList()) {
        Files.copy(file, kept.resolve(file.getFileName()));
      }
    }
    try (Stream<Path> files = Files.list(kept)) {
      List<Path> all = files.toList();
      long bytes = 0;
      for (Path file : all) {
        bytes += Files.size(file);
      }
      assertThat(all).isNotEmpty();
      assertThat(bytes).isLessThan(GoldenSavepoint.MOST_BYTES);
    }
  }
}
