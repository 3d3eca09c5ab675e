package dev.slowhour.job.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.Reading;
import dev.slowhour.core.read.TableLines;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayITCase {

  private static final Instant NOW = Instant.parse("2026-11-30T12:34:56.789Z");
  private static final Duration DISORDER = Duration.ofSeconds(60);

  @TempDir private Path folder;

  private final FakeWall wall = new FakeWall(NOW);
  private InputFolder input;

  @BeforeEach
  void makeFolder() throws IOException {
    input = InputFolder.in(folder, "in");
  }

  private ReplayPlan plan(String speed, boolean shiftsToNow, boolean closes) {
    return new ReplayPlan(
        List.of(input.path().toString()), Speed.parse(speed).orElseThrow(), shiftsToNow, closes);
  }

  private ReplayResult replay(KafkaSettings kafka, ReplayPlan plan) throws Exception {
    return new Replay(kafka, JudgeSettings.defaults(), DISORDER, wall)
        .run(plan, new ReplayProgress());
  }

  private ReplayResult replay(KafkaSettings kafka) throws Exception {
    return replay(kafka, plan("max", false, false));
  }

  /** Arrives at that time of a day and is in progress for that many milliseconds. */
  private static String request(String time, long milliseconds) {
    return Request.at("2026-10-13T" + time + "Z").ttft(milliseconds).json();
  }

  private static List<String> requests(KafkaSettings kafka) {
    return Taken.from(kafka, kafka.topics().requestLogs()).stream().map(Taken::value).toList();
  }

  // What is sent.

  @Test
  void everyTableGoesToItsTopicWithItsKeyAndTime() throws Exception {
    String request = request("10:00:00.250", 1_500);
    String metric =
        "{\"accel_pool\": \"pool-7\", \"minute\": \"2026-10-13T10:00Z\", \"kv_cache_util\": 0.930,"
            + " \"queued_requests\": null, \"running\": 3}";
    String failure =
        "{\"request_id\":\"f\",\"tenant_id\":\"t\",\"endpoint_id\":\"e\",\"accel_pool\":null,"
            + "\"arrived_at\":\"2026-10-13T10:00:03.5Z\",\"kind\":\"refused\"}";
    String event =
        "{\"at\":\"2026-10-13T19:00:04+09:00\",\"accel_pool\":\"pool-7\",\"kind\":\"deploy\","
            + "\"text\":\"v2\"}";
    String always = Contracts.json(Contracts.of("a", "org/model", 500));
    String later =
        Contracts.json(
            Contracts.from(Instant.parse("2026-10-13T10:00:00Z"), "a", "org/model", 500));
    input
        .with("request_logs.jsonl", request)
        .with("pool_metrics.jsonl", metric)
        .with("request_failures.jsonl", failure)
        .with("platform_events.jsonl", event)
        .with("tenant_contracts.json", "[" + always + ",", " " + later + "]");
    KafkaSettings kafka = Kafka.topics(1);

    ReplayResult result = replay(kafka);

    KafkaSettings.Topics topics = kafka.topics();
    assertThat(Taken.from(kafka, topics.requestLogs()))
        .containsExactly(Taken.of("2026-10-13T10:00:01.750Z", "tenant/endpoint", request));
    assertThat(Taken.from(kafka, topics.poolMetrics()))
        .containsExactly(Taken.of("2026-10-13T10:01:00Z", "pool-7", metric));
    assertThat(Taken.from(kafka, topics.requestFailures()))
        .containsExactly(Taken.of("2026-10-13T10:00:03.500Z", "t/e", failure));
    assertThat(Taken.from(kafka, topics.platformEvents()))
        .containsExactly(Taken.of("2026-10-13T10:00:04Z", "pool-7", event));
    assertThat(Taken.from(kafka, topics.tenantContracts()))
        .containsExactly(
            Taken.of(NOW.toString(), "a/org/model/-", always),
            Taken.of(NOW.toString(), "a/org/model/2026-10-13T10:00Z", later));
    assertThat(Taken.from(kafka, topics.deadLetter())).isEmpty();
    assertThat(result)
        .isEqualTo(
            new ReplayResult(
                Map.of(
                    Table.REQUEST_LOGS, 1L,
                    Table.POOL_METRICS, 1L,
                    Table.REQUEST_FAILURES, 1L,
                    Table.PLATFORM_EVENTS, 1L,
                    Table.TENANT_CONTRACTS, 2L),
                Map.of(),
                Instant.parse("2026-10-13T10:00:01.750Z"),
                Instant.parse("2026-10-13T10:01:00Z"),
                0,
                null,
                List.of()));
  }

  @Test
  void rowsGoInTheOrderOfCompletionWhateverTheirFiles() throws Exception {
    String first = request("10:00:05", 1_000);
    String second = request("10:00:00", 6_001);
    String third = request("10:00:01", 6_000);
    String tieOfFirstFile = request("10:00:07.5", 500);
    String tieOfSecondFile = request("10:00:07", 1_000);
    input
        .with("request_logs-1.jsonl", third, tieOfFirstFile)
        .with("request_logs-2.jsonl.gz", tieOfSecondFile, second, first);
    KafkaSettings kafka = Kafka.topics(1);

    replay(kafka);

    assertThat(requests(kafka))
        .containsExactly(first, second, third, tieOfFirstFile, tieOfSecondFile);
  }

  @Test
  void rowsOfCsvBecomeJson() throws Exception {
    input.with(
        "pool_metrics.csv",
        "minute,accel_pool,queued_requests,kv_cache_util",
        "2026-10-13T10:00Z,\"a, b\",4,0.50",
        "2026-10-13T10:01Z,pool,,");
    KafkaSettings kafka = Kafka.topics(1);

    replay(kafka);

    assertThat(Taken.from(kafka, kafka.topics().poolMetrics()))
        .containsExactly(
            Taken.of(
                "2026-10-13T10:01:00Z",
                "a, b",
                "{\"minute\":\"2026-10-13T10:00Z\",\"accel_pool\":\"a, b\",\"queued_requests\":4,"
                    + "\"kv_cache_util\":0.50}"),
            Taken.of(
                "2026-10-13T10:02:00Z",
                "pool",
                "{\"minute\":\"2026-10-13T10:01Z\",\"accel_pool\":\"pool\",\"queued_requests\":null,"
                    + "\"kv_cache_util\":null}"));
  }

  // Lines that cannot be read.

  @Test
  void unreadableLinesStayAsTheyAreBehindTheLineAboveThem() throws Exception {
    String other = Request.at("2026-10-13T10:00:02Z").to("other", "e").json();
    String wrongField = request("10:00:00", 1).replace("\"ttft_ms\":1", "\"ttft_ms\":\"1\"");
    String tooLong = request("10:00:00", 3_600_001);
    input
        .with("request_logs-1.jsonl", "before all", request("10:00:01", 1_000), "  { cut", other)
        .with(
            "request_logs-2.jsonl",
            request("10:00:01", 1_000),
            wrongField,
            "",
            tooLong,
            "\t\u0000");
    KafkaSettings kafka = Kafka.topics(4);

    ReplayResult result = replay(kafka);

    List<Taken> taken = Taken.from(kafka, kafka.topics().requestLogs());
    Map<String, List<Taken>> byPartition = new HashMap<>();
    taken.forEach(
        record ->
            byPartition
                .computeIfAbsent(
                    record.value().equals("before all") ? "start" : "" + record.partition(),
                    key -> new ArrayList<>())
                .add(record));
    int mine = partitionOf(taken, request("10:00:01", 1_000));
    int others = partitionOf(taken, other);
    assertThat(byPartition.get("start"))
        .containsExactly(new Taken(0, Instant.parse("2026-10-13T10:00:02Z"), null, "before all"));
    Instant time = Instant.parse("2026-10-13T10:00:02Z");
    List<Taken> expected =
        new ArrayList<>(
            List.of(
                new Taken(mine, time, "tenant/endpoint", request("10:00:01", 1_000)),
                new Taken(mine, time, null, "  { cut"),
                new Taken(mine, time, "tenant/endpoint", request("10:00:01", 1_000)),
                new Taken(mine, time, "tenant/endpoint", wrongField),
                new Taken(mine, time, "tenant/endpoint", tooLong),
                new Taken(mine, time, null, "\t\u0000")));
    Taken ofOther = new Taken(others, Instant.parse("2026-10-13T10:00:02.100Z"), "other/e", other);
    if (others == mine) {
      expected.add(ofOther);
    } else {
      assertThat(byPartition.get("" + others)).containsExactly(ofOther);
    }
    assertThat(byPartition.get("" + mine)).containsExactlyElementsOf(expected);
    assertThat(result.rows()).containsEntry(Table.REQUEST_LOGS, 3L);
    assertThat(result.unreadable(Table.REQUEST_LOGS)).isEqualTo(5);
  }

  private static int partitionOf(List<Taken> taken, String value) {
    return taken.stream()
        .filter(record -> record.value().equals(value))
        .findFirst()
        .orElseThrow()
        .partition();
  }

  @Test
  void aContractThatCannotBeReadReplacesNoneThatCan() throws Exception {
    String good = Contracts.json(Contracts.of("a", "e", 500));
    String bad = good.replace("\"ttft_slo_ms\":500", "\"ttft_slo_ms\":0");
    input.with("tenant_contracts/day.jsonl", good, bad, "nonsense");
    KafkaSettings kafka = Kafka.topics(1);

    replay(kafka);

    assertThat(Taken.from(kafka, kafka.topics().tenantContracts()))
        .containsExactly(
            Taken.of(NOW.toString(), "a/e/-", good),
            Taken.of(NOW.toString(), "unreadable:tenant_contracts:day.jsonl:2", bad),
            Taken.of(NOW.toString(), "unreadable:tenant_contracts:day.jsonl:3", "nonsense"));
  }

  @Test
  void theLongestLinesArrive() throws Exception {
    String longest = request("10:00:00", 1);
    longest = longest + " ".repeat(1_048_576 - longest.length());
    String tooLong = "x".repeat(1_048_577);
    input.with("request_logs.jsonl", longest, tooLong);
    KafkaSettings kafka = Kafka.topics(1);

    replay(kafka);

    assertThat(requests(kafka)).containsExactly(longest, tooLong);
  }

  @Test
  void aFileThatBreaksOffIsSentAsFarAsItGoesAndNamed() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      lines.add(Request.at("2026-10-13T10:00Z").id("r-" + i).json());
    }
    input.with("request_logs.jsonl.gz", lines);
    Path file = input.path().resolve("request_logs.jsonl.gz");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    KafkaSettings kafka = Kafka.topics(1);

    ReplayResult result = replay(kafka);

    long sent = result.sent(Table.REQUEST_LOGS);
    assertThat(requests(kafka)).hasSize((int) sent).isEqualTo(lines.subList(0, (int) sent));
    assertThat(result.brokenFiles())
        .containsExactly("request_logs.jsonl.gz: breaks off at line " + (sent + 1));
  }

  // When it is sent.

  @ParameterizedTest
  @CsvSource({
    "1x,   PT3S PT2.5S PT54.4S",
    "60x,  PT0.05S PT0.041666666S PT0.906666667S",
    "0.5x, PT6S PT5S PT1M48.8S",
    "max,  ''"
  })
  void gapsAreKeptBySpeed(String speed, String sleeps) throws Exception {
    input
        .with(
            "request_logs.jsonl",
            "unreadable, at once",
            request("10:00:00", 100),
            request("10:00:00", 3_100),
            "unreadable, without a gap",
            request("10:00:05.5", 100))
        .with(
            "pool_metrics.jsonl",
            "{\"accel_pool\":\"p\",\"minute\":\"2026-10-13T10:00Z\",\"kv_cache_util\":null,"
                + "\"queued_requests\":null}")
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("a", "e", 500)));
    KafkaSettings kafka = Kafka.topics(1);

    replay(kafka, plan(speed, false, false));

    assertThat(wall.sleeps())
        .isEqualTo(
            sleeps.isEmpty()
                ? List.of()
                : Arrays.stream(sleeps.split(" ")).map(Duration::parse).toList());
  }

  // What the topics hold already.

  @Test
  void rowsOlderThanTheNewestRecordAreRefusedAndNothingIsSent() throws Exception {
    KafkaSettings kafka = Kafka.topics(2);
    input.with("request_logs.jsonl", request("10:00:05", 100));
    replay(kafka);
    input.with("request_logs.jsonl", request("10:00:09", 100), request("10:00:05", 99));

    assertThatThrownBy(() -> replay(kafka))
        .isInstanceOf(InputException.class)
        .hasMessage(
            kafka.topics().requestLogs()
                + ": holds records up to 2026-10-13T19:00:05.1+09:00, and request_logs begin at"
                + " 2026-10-13T19:00:05.099+09:00, so they would be late (expected: a later day or"
                + " an empty topic; --shift-to-now moves the day)");
    assertThat(requests(kafka)).hasSize(1);
  }

  @Test
  void rowsAsOldAsTheNewestRecordAreTaken() throws Exception {
    KafkaSettings kafka = Kafka.topics(2);
    input.with("request_logs.jsonl", request("10:00:05", 100));
    replay(kafka);

    replay(kafka);

    assertThat(requests(kafka)).hasSize(2);
  }

  @Test
  void metricsOlderThanTheNewestAreRefusedToo() throws Exception {
    String metric =
        "{\"accel_pool\":\"p\",\"minute\":\"2026-10-13T10:0%dZ\",\"kv_cache_util\":null,"
            + "\"queued_requests\":null}";
    KafkaSettings kafka = Kafka.topics(1);
    input.with("pool_metrics.jsonl", metric.formatted(1));
    replay(kafka);
    input.with("pool_metrics.jsonl", metric.formatted(0));

    assertThatThrownBy(() -> replay(kafka))
        .hasMessageStartingWith(kafka.topics().poolMetrics() + ": holds records up to");
  }

  @Test
  void aMovedDayIsTakenWhateverTheTopicsHold() throws Exception {
    KafkaSettings kafka = Kafka.topics(1);
    input.with("request_logs.jsonl", request("10:00:05", 100));
    replay(kafka, plan("max", true, false));
    wall.pass(Duration.ofMinutes(10));

    replay(kafka, plan("max", true, false));

    assertThat(requests(kafka)).hasSize(2);
  }

  // Moved to now.

  @Test
  void aDayIsMovedByTheMostHoursAfterWhichNothingLiesAfterNow() throws Exception {
    String request =
        " {\"arrived_at\" : \"2026-10-13T19:30:00.000+09:00\", \"request_id\":\"r\",\"tenant_id\":"
            + "\"t\",\"endpoint_id\":\"e\",\"accel_pool\":\"p\",\"input_tokens\":1,"
            + "\"output_tokens\":1,\"ttft_ms\":296789,\"tpot_ms\":0.0}";
    String unreadable = request.replace("\"ttft_ms\":296789", "\"ttft_ms\":\"1\"");
    String contract =
        Contracts.json(Contracts.from(Instant.parse("2026-10-13T10:00:00Z"), "t", "e", 500));
    input
        .with("request_logs.jsonl", request, unreadable, "nonsense 2026-10-13T10:30Z")
        .with("tenant_contracts.jsonl", contract);
    KafkaSettings kafka = Kafka.topics(1);

    // It completes at 10:34:56.789 and now is 12:34:56.789, 48 days later.
    ReplayResult result = replay(kafka, plan("max", true, false));

    assertThat(result.hours()).isEqualTo(48 * 24 + 2);
    assertThat(result.last()).contains(NOW);
    assertThat(Taken.from(kafka, kafka.topics().requestLogs()))
        .containsExactly(
            Taken.of(NOW.toString(), "t/e", request.replace("2026-10-13T19", "2026-11-30T21")),
            Taken.of(NOW.toString(), "t/e", unreadable.replace("2026-10-13T19", "2026-11-30T21")),
            Taken.of(NOW.toString(), null, "nonsense 2026-10-13T10:30Z"));
    assertThat(Taken.from(kafka, kafka.topics().tenantContracts()))
        .containsExactly(
            Taken.of(
                NOW.toString(),
                "t/e/2026-11-30T12:00Z",
                contract.replace("2026-10-13T10", "2026-11-30T12")));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-30T12:34:56.789Z, 0",
    "2026-11-30T12:34:56.790Z, -1",
    "2026-11-30T11:34:56.789Z, 1",
    "2026-11-30T11:34:56.790Z, 0",
    "2026-12-01T12:34:56.788Z, -24",
    "2099-01-01T00:34:57Z, -631909"
  })
  void aDayThatLiesAheadIsMovedBack(String completion, long hours) throws Exception {
    input.with(
        "request_logs.jsonl", Request.at(Instant.parse(completion).minusMillis(1)).ttft(1).json());
    KafkaSettings kafka = Kafka.topics(1);

    assertThat(replay(kafka, plan("max", true, false)).hours()).isEqualTo(hours);
  }

  @Test
  void anInstantThatCannotBeMovedIsNamed() throws Exception {
    input
        .with("request_logs.jsonl", Request.at("2030-01-01T00:00Z").json())
        .with(
            "tenant_contracts.jsonl",
            Contracts.json(Contracts.from(Instant.parse("1970-01-01T00:00:00Z"), "t", "e", 1)));
    KafkaSettings kafka = Kafka.topics(1);

    assertThatThrownBy(() -> replay(kafka, plan("max", true, false)))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "tenant_contracts.jsonl line 1: valid_from cannot be moved by -27060 h (expected: an"
                + " instant that stays within the years 1970 to 9998)");
  }

  // Closed.

  @Test
  void aRowInEachPartitionBringsStreamTimePastTheLastHour() throws Exception {
    String last = request("10:59:59.999", 1_800_000);
    input.with("request_logs.jsonl", request("09:00:00", 1), last);
    KafkaSettings kafka = Kafka.topics(3);

    ReplayResult result = replay(kafka, plan("1x", false, true));

    // 11:00, an hour that a request may take, a minute of disorder.
    Instant completion = Instant.parse("2026-10-13T12:01:00.001Z");
    assertThat(result.closedAt()).contains(completion);
    List<Taken> closing =
        Taken.from(kafka, kafka.topics().requestLogs()).stream()
            .filter(record -> record.key().equals("slowhour/clock"))
            .toList();
    assertThat(closing)
        .extracting(Taken::partition, Taken::timestamp)
        .containsExactly(tuple(0, completion), tuple(1, completion), tuple(2, completion));
    assertThat(closing.get(1).value())
        .isEqualTo(
            "{\"request_id\":\"clock-1791892860000-1\",\"tenant_id\":\"slowhour\","
                + "\"endpoint_id\":\"clock\",\"accel_pool\":\"slowhour-clock\","
                + "\"arrived_at\":\"2026-10-13T21:01:00+09:00\",\"input_tokens\":1,"
                + "\"output_tokens\":1,\"ttft_ms\":1,\"tpot_ms\":0}");
    assertThat(result.sent(Table.REQUEST_LOGS)).isEqualTo(2);
    // Nobody waits for the hours until then.
    assertThat(wall.sleeps()).hasSize(1);
  }

  @Test
  void closingRowsAreRowsLikeAnyOther() throws Exception {
    input.with("request_logs.jsonl", request("10:00:00", 1));
    KafkaSettings kafka = Kafka.topics(2);
    replay(kafka, plan("max", false, true));
    List<String> closing =
        requests(kafka).stream().filter(value -> value.contains("\"clock\"")).toList();
    InputFolder copy = InputFolder.in(folder, "copy").with("request_logs.jsonl", closing);
    List<Reading<?>> readings = new ArrayList<>();

    TableLines.read(
        InputFiles.list(List.of(copy.path().toString())).of(Table.REQUEST_LOGS).get(0),
        0,
        Duration.ofHours(1),
        (place, reading, value) -> readings.add(reading));

    assertThat(readings).hasSize(2).allMatch(reading -> reading instanceof Reading.Row);
    assertThat(closing).doesNotHaveDuplicates();
  }

  @Test
  void aDayThatIsMovedAndClosedEndsBeforeNowWithItsClosingRows() throws Exception {
    input.with("request_logs.jsonl", request("10:00:00", 1));
    KafkaSettings kafka = Kafka.topics(1);

    ReplayResult result = replay(kafka, plan("max", true, true));

    // Unmoved they complete at 12:01:00.001, so the same of today.
    assertThat(result.closedAt()).contains(Instant.parse("2026-11-30T12:01:00.001Z"));
    assertThat(result.last()).contains(Instant.parse("2026-11-30T10:00:00.001Z"));
    assertThat(Taken.from(kafka, kafka.topics().requestLogs()).get(1).timestamp())
        .isEqualTo(Instant.parse("2026-11-30T12:01:00.001Z"));
  }

  @Test
  void withoutARequestThereIsNoHourToClose() throws Exception {
    input.with("request_logs.jsonl", "nonsense");
    KafkaSettings kafka = Kafka.topics(1);

    assertThatThrownBy(() -> replay(kafka, plan("max", false, true)))
        .isInstanceOf(InputException.class)
        .hasMessage("--close: no readable request (expected: request_logs with an hour to close)");
    assertThat(requests(kafka)).isEmpty();
  }

  // What cannot be done.

  @Test
  void aFolderWithoutTablesIsSaid() throws Exception {
    KafkaSettings kafka = Kafka.topics(1);

    assertThatThrownBy(() -> replay(kafka))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "no table in "
                + input.path()
                + " (expected: files such as request_logs.jsonl, tenant_contracts.jsonl,"
                + " pool_metrics.jsonl)");
  }

  @Test
  void topicsThatAreMissingAreNamedBeforeAnythingIsSent() throws Exception {
    input
        .with("request_logs.jsonl", request("10:00:00", 1))
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("a", "e", 500)))
        .with("platform_events.jsonl", "{}");
    KafkaSettings there = Kafka.topics(1);
    KafkaSettings.Topics names = there.topics();
    KafkaSettings kafka =
        new KafkaSettings(
            there.client(),
            there.groupId(),
            new KafkaSettings.Topics(
                "nowhere",
                names.poolMetrics(),
                names.tenantContracts(),
                names.deadLetter(),
                "unused",
                "nothing"));

    assertThatThrownBy(() -> replay(kafka))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Kafka at "
                + there.client().get("bootstrap.servers")
                + ": no topic nowhere, nothing (expected: made by whoever runs that Kafka;"
                + " ./slowhour kafka makes its own)");
    assertThat(Taken.from(there, names.tenantContracts())).isEmpty();
  }

  @Test
  void aKafkaThatDoesNotAnswerIsSaid() throws Exception {
    input.with("request_logs.jsonl", request("10:00:00", 1));
    KafkaSettings nowhere =
        new KafkaSettings(
            Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "default.api.timeout.ms", "300",
                "request.timeout.ms", "200"),
            "x",
            KafkaSettings.Topics.DEFAULT);

    assertThatThrownBy(() -> replay(nowhere))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Kafka at 127.0.0.1:1 does not answer (expected: one that runs; for trying, ./slowhour"
                + " kafka)");
  }

  @Test
  void aRecordThatIsNotTakenIsNamedWithItsTopicAndLine() throws Exception {
    input.with("request_logs.jsonl", request("10:00:00", 1), "x".repeat(5_000));
    KafkaSettings kafka = Kafka.topics(1);
    Map<String, String> client = new HashMap<>(kafka.client());
    client.put("max.request.size", "2000");

    assertThatThrownBy(() -> replay(new KafkaSettings(client, kafka.groupId(), kafka.topics())))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            kafka.topics().requestLogs()
                + ": the record of request_logs.jsonl line 2 was not taken: The message is ")
        .hasMessageEndingWith(
            " (expected: max.message.bytes of the topic and the broker for the longest line, 2"
                + " MiB)");
  }
}
