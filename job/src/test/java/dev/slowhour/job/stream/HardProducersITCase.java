package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.testing.Day;
import dev.slowhour.core.testing.DayFile;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.testing.Line;
import dev.slowhour.core.testing.Value;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.ProducedDay;
import dev.slowhour.job.testing.TopicRecords;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Producers that bring rows as they should not, and what stands in the store all the same. */
class HardProducersITCase {

  private static final int PARTITIONS = 3;

  @RegisterExtension static final MiniClusterExtension CLUSTER = FaultCluster.of(1, 2);

  @TempDir private Path folder;

  private void assertStreamedAsInBatch(ProducedDay day) throws Exception {
    StreamedIntoStore streamed =
        StreamedIntoStore.of(day, Kafka.topics(PARTITIONS), Postgres.migrated(), folder);
    try (RunningStream running = StreamedIntoStore.start(streamed.config(2), Optional.empty())) {
      streamed.send(0, 100);
      streamed.assertEndsAsJudgedInBatch(running);
      end(running);
    }
  }

  private static void end(RunningStream running) throws Exception {
    running.client().cancel().get(60, TimeUnit.SECONDS);
    StreamedIntoStore.awaitEnd(running);
  }

  private static ProducedDay seedDay() throws Exception {
    return ProducedDay.of(Fixture.SEED_DAY.day(), PARTITIONS);
  }

  private static ProducedDay sent(ProducedDay day, List<ProducedDay.Sent> requests) {
    return new ProducedDay(day.judge(), PARTITIONS, requests, day.metrics(), day.contracts());
  }

  @Test
  void aProducerThatBeginsAnewAndResendsItsLastMinuteAddsNoRequest() throws Exception {
    ProducedDay day = seedDay();
    List<ProducedDay.Sent> requests = new ArrayList<>();
    int resent = 0;
    for (int i = 0; i < day.size(); i++) {
      ProducedDay.Sent sent = day.requests().get(i);
      requests.add(sent);
      if (i % 4_000 == 3_999) {
        Instant from = sent.completed().minusSeconds(59);
        for (ProducedDay.Sent before : day.requests().subList(0, i + 1)) {
          if (before.completed().isAfter(from) && before.partition() == sent.partition()) {
            requests.add(before);
            resent++;
          }
        }
      }
    }
    assertThat(resent).isGreaterThan(30);

    assertStreamedAsInBatch(sent(day, requests));
  }

  @Test
  void oneEndpointMayHaveAllTheTrafficAndAllPartitions() throws Exception {
    Day day = Fixture.SEED_DAY.day();
    List<DayFile> files =
        day.requestFiles().stream()
            .map(
                file ->
                    new DayFile(
                        file.name(),
                        file.lines().stream().map(HardProducersITCase::ofOneEndpoint).toList()))
            .toList();
    ProducedDay produced =
        ProducedDay.of(
            new Day(
                day.name(),
                day.zone(),
                day.bound(),
                null,
                null,
                files,
                day.poolMetrics(),
                day.contracts()),
            PARTITIONS);
    List<ProducedDay.Sent> spread = new ArrayList<>();
    for (ProducedDay.Sent sent : produced.requests()) {
      spread.add(sent.in(spread.size() % PARTITIONS));
    }

    assertStreamedAsInBatch(sent(produced, spread));
  }

  private static Line ofOneEndpoint(Line line) {
    return line instanceof Line.Fields fields
        ? fields
            .with("accel_pool", Value.text("gpu-pool-1"))
            .with("tenant_id", Value.text("tnt-a01"))
            .with("endpoint_id", Value.text("ep-a-chat-01"))
        : line;
  }

  @Test
  void aPartitionMayBeTwentyMinutesBehindTheOthers() throws Exception {
    ProducedDay day = seedDay();
    Duration behind = Duration.ofMinutes(20);
    List<ProducedDay.Sent> requests = new ArrayList<>(day.requests());
    requests.sort(
        Comparator.comparing(
            sent -> sent.partition() == 0 ? sent.completed().plus(behind) : sent.completed()));

    assertStreamedAsInBatch(sent(day, requests));
  }

  @Test
  void aPartitionThatComesBackIsTakenInUntilTheHourIsFinalAndIsLateFromThenOn() throws Exception {
    KafkaSettings kafka = Kafka.topics(PARTITIONS);
    Postgres database = Postgres.migrated();
    ProducedDay day = seedDay();
    int silent = 2;
    Instant firstHour = day.hourOf(day.requests().get(0).arrived());
    Instant firstHourEnds = firstHour.plus(Duration.ofHours(1));
    Instant firstIsFinal =
        firstHourEnds.plus(day.judge().bound()).plus(StreamedIntoStore.DISORDER).plusSeconds(1);
    List<ProducedDay.Sent> before =
        day.requests().stream()
            .filter(sent -> sent.completed().isBefore(firstIsFinal.minusSeconds(1)))
            .toList();
    List<ProducedDay.Sent> backlog =
        before.stream().filter(sent -> sent.partition() == silent).toList();
    List<ProducedDay.Sent> late =
        backlog.stream().filter(sent -> sent.arrived().isBefore(firstHourEnds)).toList();
    List<ProducedDay.Sent> inTime = new ArrayList<>(day.requests());
    inTime.removeAll(late);
    assertThat(late).hasSizeGreaterThan(1_000);
    assertThat(backlog.size() - late.size()).as("rows that are taken in").isGreaterThan(1_000);
    StreamedIntoStore streamed = StreamedIntoStore.of(sent(day, inTime), kafka, database, folder);

    try (RunningStream running =
        StreamedIntoStore.start(streamed.config(2, Duration.ofSeconds(2)), Optional.empty())) {
      ProducedDay.send(kafka, before.stream().filter(sent -> sent.partition() != silent).toList());
      TopicRecords.send(
          kafka,
          List.of(
              ProducedDay.clock(kafka, 0, firstIsFinal),
              ProducedDay.clock(kafka, 1, firstIsFinal)));
      StreamedIntoStore.await(
          "the first hour to be final",
          running,
          () -> database.count("SELECT count(*) FROM slowhour.windows WHERE state = 'final'") > 0);

      ProducedDay.send(kafka, backlog);
      StreamedIntoStore.await("the late rows", running, () -> lateRows(database) >= late.size());
      ProducedDay.send(kafka, day.requests().subList(before.size(), day.size()));
      streamed.assertWindowsEndAsJudgedInBatch(running);

      assertThat(lateRows(database)).isEqualTo(late.size());
      assertThat(
              database.rows(
                  "SELECT DISTINCT window_start = '"
                      + firstHour
                      + "' AS first FROM slowhour.notices WHERE code = 'late'"))
          .containsExactly(Map.of("first", "t"));
      end(running);
    }
  }

  /** Of a code and hour a thousand are stored, and how many more there were. */
  private static long lateRows(Postgres database) {
    return database.count(
        "SELECT coalesce(sum(line_count), 0) FROM slowhour.notices WHERE code = 'late'");
  }
}
