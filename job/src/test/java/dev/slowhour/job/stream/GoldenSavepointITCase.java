package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.kafka.local.LocalKafka;
import dev.slowhour.job.kafka.local.LocalTopics;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.ProducedDay;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The savepoint that was made when this release was: whoever upgrades within it goes on from one
 * like it. Fails when a state, a type in it, a uid or a key changes: then it is either to be undone
 * or, before the release, the savepoint made anew ({@link SavepointGeneratorITCase}).
 */
class GoldenSavepointITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = FaultCluster.of(1, 2);

  @TempDir private Path folder;

  @Test
  void theKeptSavepointIsRestoredAndTheRestOfTheDayComesOutAsInBatch(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    Path savepoint = folder.resolve("kept");
    FileUtils.copy(
        new org.apache.flink.core.fs.Path(GoldenSavepoint.folder().toAbsolutePath().toUri()),
        new org.apache.flink.core.fs.Path(savepoint.toUri()),
        false);
    try (LocalKafka kafka = LocalKafka.start(folder.resolve("kafka"), 0)) {
      LocalTopics.create(kafka.settings(), GoldenSavepoint.PARTITIONS);
      ProducedDay day = GoldenSavepoint.day();
      GoldenSavepoint.sendBlanks(day, kafka.settings());
      StreamedIntoStore streamed =
          StreamedIntoStore.judged(day, kafka.settings(), Postgres.migrated(), folder);
      try (RunningStream running =
          StreamedIntoStore.start(streamed.config(2), Optional.of(savepoint.toString()))) {
        streamed.send(GoldenSavepoint.PERCENT, 100);
        streamed.assertEndsAsJudgedInBatch(running);

        assertThat(StreamedIntoStore.restarts(cluster, running)).isZero();
        running.client().cancel().get(60, TimeUnit.SECONDS);
        StreamedIntoStore.awaitEnd(running);
      }
    }
  }
}
