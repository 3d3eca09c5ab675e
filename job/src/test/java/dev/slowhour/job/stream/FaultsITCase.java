package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.testing.Line;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.kafka.local.LocalKafka;
import dev.slowhour.job.kafka.local.LocalTopics;
import dev.slowhour.job.store.Schema;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.TopicRecords;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parts die while a day is streamed into the store; in the end there stands what a batch run and
 * the brute-force judge make of the same lines.
 */
@Tag("faults")
class FaultsITCase {

  private static final int PARTITIONS = 3;

  /** How long Postgres is away; the writers wait for twice as long before the job fails. */
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("slowhour.outage-seconds", 60));

  @RegisterExtension static final MiniClusterExtension CLUSTER = FaultCluster.of(2, 3);

  private static final FaultCluster TASK_MANAGERS = new FaultCluster();

  @TempDir private Path folder;

  private StreamedIntoStore seedDay(KafkaSettings kafka, Postgres database) throws Exception {
    return StreamedIntoStore.of(Fixture.SEED_DAY, PARTITIONS, kafka, database, folder);
  }

  private static void end(RunningStream running) throws Exception {
    running.client().cancel().get(60, TimeUnit.SECONDS);
    StreamedIntoStore.awaitEnd(running);
  }

  @Test
  void aDayThatNothingHappensToComesOutAsInBatch(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    StreamedIntoStore streamed = seedDay(Kafka.topics(PARTITIONS), Postgres.migrated());
    streamed.send(0, 100);

    try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
      streamed.assertEndsAsJudgedInBatch(running);

      assertThat(StreamedIntoStore.restarts(cluster, running)).isZero();
      end(running);
    }
  }

  @Test
  void tasksThatDieBetweenACheckpointAndTheirWritesLoseNothing(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    StreamedIntoStore streamed = seedDay(Kafka.topics(PARTITIONS), Postgres.migrated());
    streamed.send(0, 40);
    try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
      for (int part = 40; part < 100; part += 30) {
        streamed.awaitWindows(running, 1);
        StreamedIntoStore.awaitCheckpoint(cluster, running);
        try (Connection connection = streamed.database().connect();
            Statement statement = connection.createStatement()) {
          // From here on nothing can be written, and without that no checkpoint completes.
          connection.setAutoCommit(false);
          statement.execute("LOCK TABLE slowhour.windows IN EXCLUSIVE MODE");
          streamed.send(part, part + 30);
          StreamedIntoStore.await(
              "a write that waits", running, () -> isWaitedFor(streamed.database()));
          List<CompletableFuture<Void>> ends = new ArrayList<>();
          for (int manager = 0; manager < 2; manager++) {
            ends.add(TASK_MANAGERS.terminateOldest(cluster));
          }
          connection.rollback();
          for (CompletableFuture<Void> end : ends) {
            end.get(120, TimeUnit.SECONDS);
          }
        }
        cluster.startTaskManager();
        cluster.startTaskManager();
      }
      streamed.assertEndsAsJudgedInBatch(running);

      assertThat(StreamedIntoStore.restarts(cluster, running)).isGreaterThanOrEqualTo(2);
      end(running);
    }
  }

  private static boolean isWaitedFor(Postgres database) {
    return database.count(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'slowhour'"
                + " AND datname = current_database() AND wait_event_type = 'Lock'")
        > 0;
  }

  @Test
  void aKafkaThatIsStartedAgainIsReadFromWhereTheJobWas(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    try (LocalKafka kafka = LocalKafka.start(folder.resolve("kafka"), 0)) {
      LocalTopics.create(kafka.settings(), PARTITIONS);
      StreamedIntoStore streamed = seedDay(kafka.settings(), Postgres.migrated());
      streamed.send(0, 40);
      try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
        streamed.awaitWindows(running, 1);
        StreamedIntoStore.awaitCheckpoint(cluster, running);

        kafka.stop();
        // A job that begins anew while there is no Kafka fails until there is one.
        TASK_MANAGERS.killTasks(cluster, running);
        kafka.startAgain();
        streamed.send(40, 100);
        streamed.assertEndsAsJudgedInBatch(running);

        assertThat(StreamedIntoStore.restarts(cluster, running)).isPositive();
        end(running);
      }
    }
  }

  @Test
  void aKafkaThatIsAwayForAMomentOnlyMakesTheJobWait(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    try (LocalKafka kafka = LocalKafka.start(folder.resolve("kafka"), 0)) {
      LocalTopics.create(kafka.settings(), PARTITIONS);
      StreamedIntoStore streamed = seedDay(kafka.settings(), Postgres.migrated());
      streamed.send(0, 40);
      try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
        streamed.awaitWindows(running, 1);

        kafka.stop();
        kafka.startAgain();
        streamed.send(40, 100);
        streamed.assertEndsAsJudgedInBatch(running);

        assertThat(StreamedIntoStore.restarts(cluster, running)).isZero();
        end(running);
      }
    }
  }

  @Test
  void aPostgresThatIsAwayForAMinuteOnlyMakesTheJobWait(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    assertThat(restartsWhilePostgresIsAway(cluster, OUTAGE, false)).isZero();
  }

  @Test
  void aJobThatBeginsAnewWhilePostgresIsAwayTriesUntilItIsBack(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    assertThat(restartsWhilePostgresIsAway(cluster, Duration.ofSeconds(5), true)).isPositive();
  }

  private int restartsWhilePostgresIsAway(MiniCluster cluster, Duration outage, boolean killsTasks)
      throws Exception {
    Path data = folder.resolve("postgres");
    int port = freePort();
    EmbeddedPostgres server = Postgres.start(data, port);
    try {
      Postgres database = Postgres.empty(server);
      Schema.migrate(database.address());
      StreamedIntoStore streamed = seedDay(Kafka.topics(PARTITIONS), database);
      streamed.send(0, 40);
      try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
        streamed.awaitWindows(running, 1);
        StreamedIntoStore.awaitCheckpoint(cluster, running);

        server.close();
        if (killsTasks) {
          TASK_MANAGERS.killTasks(cluster, running);
        }
        streamed.send(40, 100);
        Thread.sleep(outage.toMillis());
        server = Postgres.start(data, port);
        streamed.assertEndsAsJudgedInBatch(running);

        int restarts = StreamedIntoStore.restarts(cluster, running);
        end(running);
        return restarts;
      }
    } finally {
      server.close();
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void fromSavepointsItGoesOnWithOneThenTwoThenThreeSubtasks(@InjectMiniCluster MiniCluster cluster)
      throws Exception {
    StreamedIntoStore streamed = seedDay(Kafka.topics(PARTITIONS), Postgres.migrated());
    Optional<String> savepoint = Optional.empty();
    for (int subtasks = 1; subtasks <= 3; subtasks++) {
      StreamConfig config = streamed.config(subtasks);
      streamed.send(30 * (subtasks - 1), subtasks == 3 ? 100 : 30 * subtasks);
      try (RunningStream running = StreamedIntoStore.start(config, savepoint)) {
        if (subtasks == 3) {
          streamed.assertEndsAsJudgedInBatch(running);
          end(running);
        } else {
          // What was sent and not read before the savepoint comes with the next job.
          StreamedIntoStore.awaitCheckpoint(cluster, running);
          savepoint = running.stop();
          assertThat(savepoint).isPresent();
        }
        assertThat(StreamedIntoStore.restarts(cluster, running)).isZero();
      }
    }
    assertThat(streamed.database().rows("SELECT outcome FROM slowhour.runs ORDER BY run_id"))
        .extracting(row -> row.get("outcome"))
        .startsWith("done", "done");
  }

  @Test
  void recordsThatNobodyCanReadAreNoticedAndSetAsideAndNothingRestarts(
      @InjectMiniCluster MiniCluster cluster) throws Exception {
    KafkaSettings kafka = Kafka.topics(PARTITIONS);
    List<ProducerRecord<byte[], byte[]>> first = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    byte[] notClosed = {'{'};
    byte[] noText = {(byte) 0xFF, 0, (byte) 0xC3};
    List<String> topics =
        List.of(
            kafka.topics().requestLogs(),
            kafka.topics().poolMetrics(),
            kafka.topics().tenantContracts());
    List<String> tables = List.of("request_logs", "pool_metrics", "tenant_contracts");
    StreamedIntoStore streamed = seedDay(kafka, Postgres.migrated());
    long[] next = {1, streamed.day().metrics().size() + 1, streamed.day().contracts().size() + 1};
    for (int topic = 0; topic < topics.size(); topic++) {
      for (byte[] value : List.of(notClosed, noText)) {
        first.add(new ProducerRecord<>(topics.get(topic), 0, 1L, new byte[] {'k'}, value));
        notices.add(
            tables.get(topic)
                + " 0 "
                + next[topic]++
                + " malformed_json null null "
                + (topic == 1 ? lastMetricHour(streamed) : "null"));
      }
    }
    TopicRecords.send(kafka, first);
    streamed.send(0, 100);

    try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
      streamed.assertEndsAsJudgedInBatch(running, notices);

      assertThat(StreamedIntoStore.restarts(cluster, running)).isZero();
      assertThat(TopicRecords.await(kafka, kafka.topics().deadLetter(), notices.size()))
          .hasSize(notices.size());
      end(running);
    }
  }

  /** A metric without a time of its own is taken for one of the hour of the one before. */
  private static String lastMetricHour(StreamedIntoStore streamed) {
    List<Line> metrics = streamed.day().metrics();
    String last = metrics.get(metrics.size() - 1).text();
    return last.replaceAll(
        ".*\"minute\": \"([0-9-]+T[0-9]{2}):[0-9]{2}(:00)?\\+09:00\".*", "$1:00+09:00");
  }
}
