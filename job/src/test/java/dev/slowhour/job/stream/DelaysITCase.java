package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.TopicRecords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long after an hour's end its rows stand in the store. Rows tell the time of a clock that is
 * so far from the wall's that an hour ends a moment after the test began; wall time only passes.
 * What is measured is written to {@code target/delays.txt}, for docs/benchmarks.md; a slow machine
 * fails no test.
 */
@Tag("faults")
class DelaysITCase {

  private static final Duration DISORDER = Duration.ofSeconds(2);
  private static final Duration SILENCE = Duration.ofSeconds(3);

  /** How long before the hour's end rows begin: the job has to be up by then. */
  private static final Duration LEAD = Duration.ofSeconds(30);

  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static final Instant HOUR_END = Instant.parse("2026-10-13T05:00:00Z");

  private static final String ROW =
      """
      {"request_id":"%1$s-%2$d","tenant_id":"%1$s","endpoint_id":"ep","accel_pool":"pool-%1$s",\
      "arrived_at":"%3$s","input_tokens":1,"output_tokens":1,"ttft_ms":1,"tpot_ms":0}\
      """;

  @RegisterExtension static final MiniClusterExtension CLUSTER = FaultCluster.of(1, 2);

  @TempDir private Path folder;
  private KafkaSettings kafka;
  private Postgres database;
  private Duration shift;

  @BeforeEach
  void prepare() throws Exception {
    kafka = Kafka.topics(3);
    database = Postgres.migrated();
    List<ProducerRecord<byte[], byte[]>> contracts = new ArrayList<>();
    for (String tenant : List.of("a", "b", "c")) {
      contracts.add(
          TopicRecords.of(
              kafka.topics().tenantContracts(),
              0,
              1L,
              tenant + "/ep/-",
              Contracts.json(Contracts.of(tenant, "ep", 800))));
    }
    TopicRecords.send(kafka, contracts);
    shift = Duration.between(Instant.now().plus(LEAD), HOUR_END);
  }

  private StreamConfig config() {
    return new StreamConfig(
        kafka,
        database.address(),
        JudgeSettings.defaults(),
        new StreamConfig.Time(DISORDER, SILENCE, Duration.ofMinutes(1)),
        new StreamConfig.State(
            StreamConfig.Backend.ROCKSDB,
            folder.resolve("checkpoints").toString(),
            null,
            Duration.ofSeconds(1)),
        null,
        null,
        2);
  }

  /** What the rows' clock shows. */
  private Instant now() {
    return Instant.now().plus(shift).truncatedTo(ChronoUnit.MILLIS);
  }

  private ProducerRecord<byte[], byte[]> row(String tenant, int partition, Instant completed) {
    return TopicRecords.of(
        kafka.topics().requestLogs(),
        partition,
        completed.toEpochMilli(),
        tenant + "/ep",
        ROW.formatted(tenant, completed.toEpochMilli(), completed.minusMillis(1)));
  }

  private Map<String, String> states() {
    Map<String, String> states = new TreeMap<>();
    database
        .rows(
            "SELECT tenant_id, state FROM slowhour.windows WHERE window_start + interval '1 hour' ="
                + " '"
                + HOUR_END
                + "'")
        .forEach(row -> states.put(row.get("tenant_id"), row.get("state")));
    return states;
  }

  /**
   * Sends a row a second of tenants a and b until then, and of c only the first, and looks when
   * each tenant's window is provisional.
   */
  private Map<String, Duration> delays(Instant rowsUntil) throws Exception {
    Map<String, Duration> delays = new TreeMap<>();
    try (RunningStream running = StreamedIntoStore.start(config(), Optional.empty())) {
      TopicRecords.send(kafka, List.of(row("c", 2, now())));
      Instant next = now();
      Instant giveUp = HOUR_END.plus(LONGEST);
      while (delays.size() < 3) {
        Instant time = now();
        assertThat(time).as("provisional by now: %s", delays).isBefore(giveUp);
        if (!time.isBefore(next) && time.isBefore(rowsUntil)) {
          TopicRecords.send(kafka, List.of(row("a", 0, time), row("b", 1, time)));
          next = next.plusSeconds(1);
        }
        states()
            .forEach(
                (tenant, state) -> {
                  if (state.equals("provisional")) {
                    delays.putIfAbsent(tenant, Duration.between(HOUR_END, now()));
                  }
                });
        Thread.sleep(20);
      }
      running.client().cancel().get(60, TimeUnit.SECONDS);
      StreamedIntoStore.awaitEnd(running);
    }
    return delays;
  }

  private static void record(String what, Map<String, Duration> delays) throws Exception {
    Files.writeString(
        Files.createDirectories(Path.of("target")).resolve("delays.txt"),
        what + ": " + delays + System.lineSeparator(),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  @Test
  void aProducerThatStopsForEverDoesNotHoldBackThePoolsOfOthers() throws Exception {
    Map<String, Duration> delays = delays(HOUR_END.plus(LONGEST));
    record("rows every second, D 2 s, S 3 s", delays);

    assertThat(delays).containsOnlyKeys("a", "b", "c");
    assertThat(delays.values())
        .as("no hour is over before rows have passed its end by D")
        .allMatch(delay -> delay.compareTo(DISORDER) >= 0);
  }

  @Test
  void whenAllProducersFallSilentTheHourEndsAllTheSame() throws Exception {
    Map<String, Duration> delays = delays(HOUR_END.minusSeconds(1));
    record("all silent from a second before the end, D 2 s, S 3 s", delays);

    assertThat(delays).containsOnlyKeys("a", "b", "c");
    assertThat(delays.values())
        .as("stream time stands while a partition may still have rows")
        .allMatch(delay -> delay.compareTo(DISORDER) >= 0);
  }
}
