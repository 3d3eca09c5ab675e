package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.testing.Day;
import dev.slowhour.core.testing.DayFiles;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.testing.RandomDays;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.DayTopics;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import dev.slowhour.job.testing.TopicRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Judging from topics against judging the same rows from files. */
class TopicRunITCase {

  private static final int DAYS = Integer.getInteger("slowhour.topic-days", 8);
  private static final Duration DISORDER = Duration.ofSeconds(60);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final Pattern PLACE =
      Pattern.compile("\\{\"table\":\"(\\w+)\",\"file\":\"([^\"]+)\",\"line\":(\\d+),(.*)");

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(3);

  @TempDir private Path folder;

  private static RunCounts run(
      KafkaSettings kafka, Outputs outputs, JudgeSettings settings, int parallelism)
      throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(LocalCluster.batchConfiguration());
    env.setParallelism(parallelism);
    return BatchRun.ofTopics(kafka, DISORDER, List.of(), outputs, settings).run(env, job -> {});
  }

  private Path judgeTopics(KafkaSettings kafka, JudgeSettings settings, int parallelism)
      throws Exception {
    Path out = folder.resolve("from-topics");
    run(kafka, Outputs.folder(out), settings, parallelism);
    return out;
  }

  private Path judgeFiles(Path input, JudgeSettings settings) throws Exception {
    Path out = folder.resolve("from-files");
    Judging.judge(input, out, settings, 2);
    return out;
  }

  private static JudgeSettings over(DayTopics topics, JudgeSettings settings) {
    ReportZone zone = settings.reportZone();
    return new JudgeSettings(
        settings.zone(),
        settings.maxRequestDuration(),
        settings.from().orElseGet(() -> zone.hourOf(topics.first().orElseThrow())),
        settings.to().orElseGet(() -> zone.hourOf(topics.last().orElseThrow()).plus(HOUR)));
  }

  private static void assertSameVerdicts(Path topics, Path files) throws IOException {
    for (String file : List.of("verdicts.json", "minutes.jsonl")) {
      assertThat(topics.resolve(file)).hasSameTextualContentAs(files.resolve(file));
    }
  }

  /** Notices of files as those of topics are; how an element of an array is written is left out. */
  private static List<String> inTopics(Path files, Path input, KafkaSettings kafka)
      throws IOException {
    List<String> requestFiles;
    try (Stream<Path> all = Files.list(input)) {
      requestFiles =
          all.map(file -> file.getFileName().toString())
              .filter(name -> name.startsWith("request_logs"))
              .sorted()
              .toList();
    }
    List<String> notices = new ArrayList<>();
    for (String notice : Files.readAllLines(files.resolve("notices.jsonl"))) {
      Matcher parts = PLACE.matcher(notice);
      assertThat(parts.matches()).isTrue();
      String place =
          switch (parts.group(1)) {
            case "request_logs" ->
                kafka.topics().requestLogs() + "/" + requestFiles.indexOf(parts.group(2));
            case "pool_metrics" -> kafka.topics().poolMetrics() + "/0";
            default -> kafka.topics().tenantContracts() + "/0";
          };
      // Of two contracts with one key the later replaces the earlier, and nothing is said.
      if (!parts.group(4).startsWith("\"code\":\"duplicate_contract\"")) {
        notices.add(
            withoutRawContract(
                "{\"table\":\""
                    + parts.group(1)
                    + "\",\"file\":\""
                    + place
                    + "\",\"line\":"
                    + (Long.parseLong(parts.group(3)) - 1)
                    + ","
                    + parts.group(4)));
      }
    }
    return notices;
  }

  private static String withoutRawContract(String notice) {
    return notice.startsWith("{\"table\":\"tenant_contracts\"")
        ? notice.substring(0, notice.indexOf("\"raw_line\""))
        : notice;
  }

  private static List<String> notices(Path output) throws IOException {
    return Files.readAllLines(output.resolve("notices.jsonl")).stream()
        .map(TopicRunITCase::withoutRawContract)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void aWorkedInputIsJudgedFromTopicsAsFromFiles(Fixture fixture) throws Exception {
    Path input = folder.resolve("in");
    fixture.copyTo(input);
    DayTopics topics = DayTopics.send(input, fixture.day().contracts().lines(), HOUR);
    JudgeSettings settings = over(topics, JudgeSettings.defaults());

    Path files = judgeFiles(input, settings);
    Path fromTopics = judgeTopics(topics.kafka(), settings, 2);

    assertSameVerdicts(fromTopics, files);
    assertThat(notices(fromTopics))
        .containsExactlyElementsOf(inTopics(files, input, topics.kafka()));
  }

  static LongStream seeds() {
    Long seed = Long.getLong("slowhour.topic-seed");
    return seed != null
        ? LongStream.of(seed)
        : new SplittableRandom().longs().filter(TopicRunITCase::asksForAllHours).limit(DAYS);
  }

  /** A part of a day is read by timestamps, and its lines here are in no order. */
  private static boolean asksForAllHours(long seed) {
    Day day = RandomDays.of(seed);
    return day.from().isEmpty() && day.to().isEmpty();
  }

  @ParameterizedTest(name = "-Dslowhour.topic-seed={0}")
  @MethodSource("seeds")
  void aRandomDayIsJudgedFromTopicsAsFromFiles(long seed) throws Exception {
    Day day = RandomDays.of(seed);
    Path input = folder.resolve("in");
    DayFiles.write(day, input);
    DayTopics topics = DayTopics.send(input, day.contracts().lines(), day.bound());
    JudgeSettings settings =
        over(topics, new JudgeSettings(day.zone().getId(), day.bound(), null, null));

    Path files = judgeFiles(input, settings);
    Path fromTopics = judgeTopics(topics.kafka(), settings, 1 + (int) (seed & 1));

    assertSameVerdicts(fromTopics, files);
    assertThat(notices(fromTopics))
        .containsExactlyElementsOf(inTopics(files, input, topics.kafka()));
  }

  @Test
  void aPartOfADayIsJudgedFromAPartOfItsTopics() throws Exception {
    Path input = folder.resolve("in");
    Fixture.SEED_DAY.copyTo(input);
    DayTopics topics =
        DayTopics.send(input, Fixture.SEED_DAY.day().contracts().lines(), Duration.ofMinutes(10));
    // The day is of two hours in the morning and two in the afternoon.
    JudgeSettings settings =
        new JudgeSettings("Asia/Seoul", Duration.ofMinutes(10), TEN, TEN.plus(HOUR));

    Path files = judgeFiles(input, settings);
    Path fromTopics = judgeTopics(topics.kafka(), settings, 2);

    assertSameVerdicts(fromTopics, files);
    assertThat(fromTopics.resolve("verdicts.json")).content().contains("2026-10-13T10:00+09:00");
    assertThat(rows(run(files))).isEqualTo(11_879);
    assertThat(rows(run(fromTopics))).isEqualTo(3_541 + 4_852);
  }

  private static String run(Path output) throws IOException {
    return Files.readString(output.resolve("run.json"));
  }

  private static long rows(String run) {
    Matcher rows = Pattern.compile("\"rows\" : (\\d+)").matcher(run);
    assertThat(rows.find()).isTrue();
    return Long.parseLong(rows.group(1));
  }

  private static ProducerRecord<byte[], byte[]> record(
      KafkaSettings kafka, int partition, Request request) {
    return TopicRecords.of(
        kafka.topics().requestLogs(),
        partition,
        request.arrivedAt().plusMillis(100).toEpochMilli(),
        null,
        request.json());
  }

  private static ProducerRecord<byte[], byte[]> contract(
      KafkaSettings kafka, String key, Contract contractOrNull) {
    return TopicRecords.of(
        kafka.topics().tenantContracts(),
        0,
        TEN.toEpochMilli(),
        key,
        contractOrNull == null ? null : Contracts.json(contractOrNull));
  }

  private static final JudgeSettings HOUR_FROM_TEN =
      new JudgeSettings("Asia/Seoul", HOUR, TEN, TEN.plus(HOUR));

  @Test
  void runJsonTellsWhichOffsetsWereRead() throws Exception {
    KafkaSettings kafka = Kafka.topics(2);
    TopicRecords.send(
        kafka,
        List.of(
            record(kafka, 0, AT_TEN.after(Duration.ofHours(-3))),
            record(kafka, 0, AT_TEN),
            record(kafka, 0, AT_TEN.after(HOUR.multipliedBy(4))),
            contract(kafka, "tenant/endpoint/-", Contracts.of("tenant", "endpoint", 800))));

    String run = run(judgeTopics(kafka, HOUR_FROM_TEN, 1));

    assertThat(run.replaceAll("\\s+", " "))
        .contains(
            "\"inputs\" : [ { \"table\" : \"request_logs\", \"topic\" : \""
                + kafka.topics().requestLogs()
                + "\", \"partition\" : 0, \"from_offset\" : 1, \"to_offset\" : 2 }, {"
                + " \"table\" : \"request_logs\", \"topic\" : \""
                + kafka.topics().requestLogs()
                + "\", \"partition\" : 1, \"from_offset\" : 0, \"to_offset\" : 0 }, {"
                + " \"table\" : \"pool_metrics\", \"topic\" : \""
                + kafka.topics().poolMetrics()
                + "\", \"partition\" : 0, \"from_offset\" : 0, \"to_offset\" : 0 }, {"
                + " \"table\" : \"tenant_contracts\", \"topic\" : \""
                + kafka.topics().tenantContracts()
                + "\" } ]");
  }

  @Test
  void theContractsAreThoseThatHoldNow() throws Exception {
    KafkaSettings kafka = Kafka.topics(1);
    TopicRecords.send(
        kafka,
        List.of(
            record(kafka, 0, AT_TEN),
            record(kafka, 0, AT_TEN.to("tenant", "removed")),
            contract(kafka, "tenant/endpoint/-", Contracts.of("tenant", "endpoint", 50)),
            contract(kafka, "tenant/removed/-", Contracts.of("tenant", "removed", 800)),
            contract(kafka, "tenant/endpoint/-", Contracts.of("tenant", "endpoint", 800)),
            contract(kafka, "tenant/removed/-", null),
            contract(kafka, "removed", null)));

    Path out = judgeTopics(kafka, HOUR_FROM_TEN, 1);

    assertThat(out.resolve("verdicts.json"))
        .content()
        .contains("SLO 안에서 처리됨")
        .doesNotContain("removed");
    assertThat(notices(out))
        .anyMatch(notice -> notice.contains("\"code\":\"no_contract\""))
        .anyMatch(
            notice ->
                notice.startsWith(
                    "{\"table\":\"tenant_contracts\",\"file\":\""
                        + kafka.topics().tenantContracts()
                        + "/0\",\"line\":4,\"code\":\"invalid_field\""))
        .hasSize(2);
  }

  @Test
  void noticesInTheStoreNameTopicPartitionAndOffset() throws Exception {
    KafkaSettings kafka = Kafka.topics(2);
    TopicRecords.send(
        kafka,
        List.of(
            record(kafka, 1, AT_TEN),
            record(kafka, 1, AT_TEN.ttft(0)),
            record(kafka, 1, AT_TEN),
            contract(kafka, "tenant/endpoint/-", Contracts.of("tenant", "endpoint", 800))));
    Postgres database = Postgres.migrated();

    RunCounts counts =
        run(
            kafka,
            new Outputs(Optional.empty(), Optional.of(database.address()), false),
            HOUR_FROM_TEN,
            2);

    assertThat(counts.stored().orElseThrow().written()).isEqualTo(1);
    assertThat(
            database.rows(
                "SELECT concat_ws(' ', file, line, code, raw_line) AS said"
                    + " FROM slowhour.notices ORDER BY line"))
        .extracting(row -> row.get("said"))
        .containsExactly(
            kafka.topics().requestLogs() + "/1 1 invalid_field " + AT_TEN.ttft(0).json(),
            kafka.topics().requestLogs() + "/1 2 duplicate_request_id " + AT_TEN.json());
    assertThat(database.rows("SELECT inputs->0->>'topic' AS topic FROM slowhour.runs"))
        .extracting(row -> row.get("topic"))
        .containsExactly(kafka.topics().requestLogs());
  }

  @Test
  void aPartWithoutARequestCannotBeJudged() throws Exception {
    KafkaSettings kafka = Kafka.topics(1);
    TopicRecords.send(
        kafka,
        List.of(
            TopicRecords.of(
                kafka.topics().requestLogs(), 0, TEN.toEpochMilli(), null, "{nonsense")));

    assertThatThrownBy(() -> judgeTopics(kafka, HOUR_FROM_TEN, 1))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "no readable request in topic "
                + kafka.topics().requestLogs()
                + " from 2026-10-13T10:00+09:00 to 2026-10-13T11:00+09:00 and the hours about it"
                + " (1 records cannot be read; expected: records with timestamps of these hours)");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aRunWritesNoDeadLetters() throws Exception {
    KafkaSettings kafka = Kafka.topics(1);
    TopicRecords.send(
        kafka,
        List.of(
            record(kafka, 0, AT_TEN),
            record(kafka, 0, AT_TEN.ttft(0)),
            TopicRecords.of(kafka.topics().deadLetter(), 0, 1, null, "the only one")));

    judgeTopics(kafka, HOUR_FROM_TEN, 1);

    assertThat(TopicRecords.await(kafka, kafka.topics().deadLetter(), 1)).hasSize(1);
  }
}
