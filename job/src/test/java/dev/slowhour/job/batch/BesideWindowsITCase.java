package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that were not answered and events of the platform: beside windows, and touching none.
 */
class BesideWindowsITCase {

  @RegisterExtension private static final MiniClusterExtension CLUSTER = Judging.cluster(4);

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");

  @TempDir private Path folder;

  private static String failure(String id, String endpoint, String arrivedAt, String kind) {
    return "{\"request_id\":\"%s\",\"tenant_id\":\"tenant\",\"endpoint_id\":\"%s\",\"accel_pool\":null,\"arrived_at\":\"%s\",\"kind\":\"%s\"}"
        .formatted(id, endpoint, arrivedAt, kind);
  }

  private static String event(String at, String kind) {
    return "{\"at\":\"%s\",\"accel_pool\":\"pool\",\"kind\":\"%s\",\"text\":\"who did it\"}"
        .formatted(at, kind);
  }

  private InputFolder input(String name) throws Exception {
    return InputFolder.in(folder, name)
        .with("request_logs.jsonl", AT_TEN.json(), AT_TEN.id("r-2").ttft(900).json())
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)));
  }

  private Path judge(InputFolder input, String name, JudgeSettings settings) throws Exception {
    Path out = folder.resolve(name);
    Judging.judge(input.path(), out, settings, 4);
    return out;
  }

  private InputFolder damagedAndRepeated() throws Exception {
    return input("damaged")
        .with(
            "request_failures-1.jsonl",
            failure("f-1", "endpoint", "2026-10-13T10:59:59.999+09:00", "refused"),
            failure("f-1", "endpoint", "2026-10-13T11:00+09:00", "refused"),
            failure("f-2", "endpoint", "2026-10-13T10:10:00.002+09:00", "timeout"),
            "no json",
            failure("f-3", "endpoint", "2026-10-13T10:20+09:00", "lost"))
        .with(
            "request_failures-2.jsonl.gz",
            failure("f-2", "endpoint", "2026-10-13T10:10:00.001+09:00", "error"),
            failure("f-9", "gone", "2026-10-13T10:10+09:00", "cancelled"))
        .with(
            "platform_events.jsonl",
            event("2026-10-13T11:00+09:00", "after"),
            event("2026-10-13T10:00+09:00", "restart"),
            event("2026-10-13T10:00+09:00", "restart"),
            "{}");
  }

  @Test
  void eachRequestIdCountsOnceInItsHourAsWhatItWasFirst() throws Exception {
    Path out = judge(damagedAndRepeated(), "out", JudgeSettings.defaults());

    assertThat(Files.readAllLines(out.resolve("failures.jsonl")))
        .containsExactly(
            "{\"endpoint_id\":\"endpoint\",\"tenant_id\":\"tenant\",\"window_start\":\"2026-10-13T10:00+09:00\",\"refused\":1,\"timeout\":0,\"cancelled\":0,\"error\":1}",
            "{\"endpoint_id\":\"endpoint\",\"tenant_id\":\"tenant\",\"window_start\":\"2026-10-13T11:00+09:00\",\"refused\":1,\"timeout\":0,\"cancelled\":0,\"error\":0}",
            "{\"endpoint_id\":\"gone\",\"tenant_id\":\"tenant\",\"window_start\":\"2026-10-13T10:00+09:00\",\"refused\":0,\"timeout\":0,\"cancelled\":1,\"error\":0}");
    assertThat(Files.readAllLines(out.resolve("events.jsonl")))
        .containsExactly(
            "{\"accel_pool\":\"pool\",\"at\":\"2026-10-13T10:00:00+09:00\",\"kind\":\"restart\",\"text\":\"who"
                + " did it\"}",
            "{\"accel_pool\":\"pool\",\"at\":\"2026-10-13T11:00:00+09:00\",\"kind\":\"after\",\"text\":\"who"
                + " did it\"}");
  }

  @Test
  void linesThatCannotBeReadAreNoticesLikeAllOthers() throws Exception {
    Path out = judge(damagedAndRepeated(), "out", JudgeSettings.defaults());

    assertThat(Files.readAllLines(out.resolve("notices.jsonl")))
        .extracting(line -> line.substring(0, line.indexOf(",\"message\"")))
        .containsExactly(
            "{\"table\":\"platform_events\",\"file\":\"platform_events.jsonl\",\"line\":4,\"code\":\"invalid_field\",\"fields\":[\"at\",\"accel_pool\",\"kind\",\"text\"],\"tenant_id\":null,\"endpoint_id\":null,\"window_start\":null",
            "{\"table\":\"request_failures\",\"file\":\"request_failures-1.jsonl\",\"line\":4,\"code\":\"malformed_json\",\"fields\":[],\"tenant_id\":null,\"endpoint_id\":null,\"window_start\":\"2026-10-13T10:00+09:00\"",
            "{\"table\":\"request_failures\",\"file\":\"request_failures-1.jsonl\",\"line\":5,\"code\":\"invalid_field\",\"fields\":[\"kind\"],\"tenant_id\":\"tenant\",\"endpoint_id\":\"endpoint\",\"window_start\":\"2026-10-13T10:00+09:00\"");
    assertThat(Files.readString(out.resolve("run.json")))
        .containsIgnoringWhitespaces(
            "\"request_failures\" : {\"rows\" : 5, \"unreadable_lines\" : 2, \"blank_lines\" : 0}")
        .containsIgnoringWhitespaces(
            "\"notices\" : {\"malformed_json\" : 1, \"invalid_field\" : 2}");
  }

  @Test
  void noWindowChangesForThem() throws Exception {
    Path without = judge(input("plain"), "without", JudgeSettings.defaults());
    Path with = judge(damagedAndRepeated(), "with", JudgeSettings.defaults());

    for (String file : List.of("verdicts.json", "minutes.jsonl")) {
      assertThat(with.resolve(file)).hasSameTextualContentAs(without.resolve(file));
    }
    assertThat(without.resolve("failures.jsonl")).doesNotExist();
    assertThat(without.resolve("events.jsonl")).doesNotExist();
  }

  @Test
  void onlyHoursThatAreJudgedAreCounted() throws Exception {
    JudgeSettings fromEleven =
        new JudgeSettings(
            "Asia/Seoul", Duration.ofHours(1), Instant.parse("2026-10-13T02:00:00Z"), null);

    Path out = judge(damagedAndRepeated(), "out", fromEleven);

    assertThat(Files.readAllLines(out.resolve("failures.jsonl"))).hasSize(1);
  }

  @Test
  void anOutputWithThemIsReplacedByOneWithout() throws Exception {
    Path out = judge(damagedAndRepeated(), "out", JudgeSettings.defaults());

    judge(input("plain"), "out", JudgeSettings.defaults());

    assertThat(out.resolve("failures.jsonl")).doesNotExist();
  }

  @Test
  void tablesOfNothingButFaultsAreThereAndEmpty() throws Exception {
    InputFolder input =
        input("faults").with("request_failures.jsonl", "{}").with("platform_events.jsonl", "{}");

    Path out = judge(input, "out", JudgeSettings.defaults());

    assertThat(out.resolve("failures.jsonl")).isEmptyFile();
    assertThat(out.resolve("events.jsonl")).isEmptyFile();
  }

  @Test
  void veryManyLinesInSeveralFilesComeToTheSameCounts() throws Exception {
    InputFolder input = input("many");
    for (int file = 0; file < 4; file++) {
      int first = file * 500;
      input.with(
          "request_failures-" + file + ".jsonl",
          IntStream.range(first, first + 1_000)
              .mapToObj(id -> failure("f-" + id, "endpoint", "2026-10-13T10:10+09:00", "refused"))
              .toList());
    }

    Path out = judge(input, "out", JudgeSettings.defaults());

    // Ids 0 to 2,499, most of them twice.
    assertThat(Files.readString(out.resolve("failures.jsonl"))).contains("\"refused\":2500,");
  }

  @Test
  void theStoreHasTheSameAndARerunOfAPartReplacesNothing() throws Exception {
    Postgres database = Postgres.migrated();
    store(damagedAndRepeated(), database, false);
    store(damagedAndRepeated(), database, false);
    List<List<String>> all =
        List.of(
            List.of("endpoint", "1", "0", "0", "1"),
            List.of("endpoint", "1", "0", "0", "0"),
            List.of("gone", "0", "0", "1", "0"));
    String rows =
        "SELECT endpoint_id, refused, timeout, cancelled, error FROM slowhour.failures ORDER BY"
            + " endpoint_id, window_start";
    assertThat(database.values(rows)).isEqualTo(all);
    assertThat(database.values("SELECT kind, text FROM slowhour.events ORDER BY at"))
        .containsExactly(List.of("restart", "who did it"), List.of("after", "who did it"));

    InputFolder part =
        input("part")
            .with(
                "request_failures.jsonl",
                failure("f-1", "endpoint", "2026-10-13T10:59+09:00", "refused"));
    store(part, database, false);
    assertThat(database.values(rows)).isEqualTo(all);

    store(part, database, true);
    assertThat(database.values(rows).get(0)).isEqualTo(List.of("endpoint", "1", "0", "0", "0"));
  }

  private void store(InputFolder input, Postgres database, boolean replaces) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(LocalCluster.batchConfiguration());
    env.setParallelism(4);
    new BatchRun(
            List.of(input.path().toString()),
            new Outputs(Optional.empty(), Optional.of(database.address()), replaces),
            JudgeSettings.defaults())
        .run(env, job -> {});
  }
}
