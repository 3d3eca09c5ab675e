package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.store.Stored;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import dev.slowhour.job.testing.StoredRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Batch runs into a real Postgres: what is stored, what gives way to what, what a failure leaves.
 */
class StoredRunITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(3);

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String ALL_ROWS =
      """
      SELECT 'window' AS kind, to_jsonb(w) - '{run_id,judged_at,writing}'::text[] AS row
        FROM slowhour.windows w
      UNION ALL SELECT 'minute', to_jsonb(m) FROM slowhour.minutes m
      UNION ALL SELECT 'pool', to_jsonb(p) - 'run_id' FROM slowhour.pool_minutes p
      UNION ALL SELECT 'evidence', to_jsonb(e) FROM slowhour.evidence e
      UNION ALL SELECT 'note', to_jsonb(n) FROM slowhour.notes n
      UNION ALL SELECT 'contract', to_jsonb(c) - 'run_id' FROM slowhour.contracts c
      UNION ALL SELECT 'notice', to_jsonb(o) - '{notice_id,run_id,noticed_at}'::text[]
        FROM slowhour.notices o
      ORDER BY 1, 2
      """;

  @TempDir private Path folder;
  private Postgres database;

  @BeforeEach
  void makeDatabase() throws Exception {
    database = Postgres.migrated();
  }

  private Stored judge(Path input, JudgeSettings settings, boolean replaces, int parallelism)
      throws Exception {
    return judge(
            input,
            new Outputs(Optional.empty(), Optional.of(database.address()), replaces),
            settings,
            parallelism)
        .stored()
        .orElseThrow();
  }

  private Stored judge(Path input) throws Exception {
    return judge(input, JudgeSettings.defaults(), false, 2);
  }

  private Stored judgeReplacing(Path input) throws Exception {
    return judge(input, JudgeSettings.defaults(), true, 2);
  }

  private static RunCounts judge(
      Path input, Outputs outputs, JudgeSettings settings, int parallelism) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(LocalCluster.batchConfiguration());
    env.setParallelism(parallelism);
    return new BatchRun(List.of(input.toString()), outputs, settings).run(env, job -> {});
  }

  private static JudgeSettings judging(Instant fromOrNull, Instant toOrNull) {
    return new JudgeSettings(
        JudgeSettings.DEFAULT_ZONE,
        JudgeSettings.DEFAULT_MAX_REQUEST_DURATION,
        fromOrNull,
        toOrNull);
  }

  private Path input(String name, List<Request> requests, String... tenants) throws Exception {
    return InputFolder.in(folder, name)
        .with("request_logs.jsonl", requests.stream().map(Request::json).toList())
        .with(
            "tenant_contracts.jsonl",
            Arrays.stream(tenants)
                .map(tenant -> Contracts.json(Contracts.of(tenant, "e", 800)))
                .toList())
        .path();
  }

  /** One request in each of the hours from ten on, of that tenant. */
  private static List<Request> hourly(String tenant, int... hours) {
    List<Request> requests = new ArrayList<>();
    for (int hour : hours) {
      requests.add(AT_TEN.to(tenant, "e").id(tenant + "-" + hour).after(HOUR.multipliedBy(hour)));
    }
    return requests;
  }

  private static List<Request> all(List<Request> left, List<Request> right) {
    return Stream.concat(left.stream(), right.stream()).toList();
  }

  private List<Map<String, String>> allRows() {
    return database.rows(ALL_ROWS);
  }

  private List<String> windows() {
    return database
        .rows("SELECT tenant_id || ' ' || window_key AS w FROM slowhour.windows ORDER BY 1")
        .stream()
        .map(row -> row.get("w"))
        .toList();
  }

  private void assertNothingIsSetAside() {
    assertThat(
            database.count(
                "SELECT count(*) FROM pg_class WHERE relname LIKE 'staging%' AND relkind = 'r'"))
        .isZero();
  }

  // What is stored.

  @Test
  void whatControlsATerminalIsShownAsAReplacementCharacterInPostgresToo() throws Exception {
    Path input = input("in", hourly("a", 0), "a");
    Files.writeString(
        input.resolve("request_logs-2.jsonl"), "\u0000\u001B[31m{\"request_id\": \"r\\u0000\"}\n");

    judge(input);

    assertThat(database.rows("SELECT raw_line FROM slowhour.notices"))
        .containsExactly(Map.of("raw_line", "\uFFFD\uFFFD[31m{\"request_id\": \"r\\u0000\"}"));
  }

  @ParameterizedTest
  @EnumSource
  void rowsInPostgresEqualTheFilesOfTheSameRun(Fixture fixture) throws Exception {
    Path input = folder.resolve("in");
    fixture.copyTo(input);
    Path out = folder.resolve("out");

    judge(
        input,
        new Outputs(Optional.of(out), Optional.of(database.address()), false),
        JudgeSettings.defaults(),
        2);

    assertThat(StoredRows.differences(database, out)).isEmpty();
    assertThat(database.rowsOf("windows")).isPositive();
    assertThat(database.rowsOf("minutes")).isEqualTo(60 * database.rowsOf("windows"));
    assertNothingIsSetAside();
  }

  @Test
  void judgingTwiceAtAnyParallelismLeavesOneSetOfRows() throws Exception {
    Path input = folder.resolve("in");
    Fixture.SEED_DAY_BROKEN.copyTo(input);

    Stored first = judge(input, JudgeSettings.defaults(), false, 1);
    List<Map<String, String>> rows = allRows();
    Stored second = judge(input, JudgeSettings.defaults(), false, 3);

    assertThat(allRows()).isEqualTo(rows);
    assertThat(second.written()).isEqualTo(first.written());
    assertThat(second.leftAlone()).isZero();
    assertThat(
            database.count("SELECT count(*) FROM slowhour.windows WHERE run_id = " + first.runId()))
        .isZero();
  }

  @Test
  void aRunIsOneRowThatSaysWhatItReadAndHowItEnded() throws Exception {
    judge(input("in", hourly("a", 0, 1), "a"), judging(TEN, TEN.plus(HOUR)), true, 1);

    assertThat(database.rows("SELECT * FROM slowhour.runs"))
        .singleElement()
        .satisfies(
            run ->
                assertThat(run)
                    .containsEntry("kind", "batch")
                    .containsEntry("outcome", "done")
                    .containsEntry("failure", null)
                    .containsEntry("version", Version.text())
                    .containsEntry("zone", "Asia/Seoul")
                    .containsEntry("max_request_duration_ms", "3600000")
                    .containsEntry("replaces", "t")
                    .containsEntry("request_rows", "2")
                    .containsEntry("request_unreadable_lines", "0")
                    .containsEntry("metric_rows", "0")
                    .containsEntry("contracts_in_force", "1")
                    .containsEntry("windows_judged", "1")
                    .containsEntry("windows_left_alone", "0")
                    .containsEntry("windows_removed", "0")
                    .containsEntry("notices", "0"))
        .satisfies(
            run ->
                assertThat(run.get("inputs"))
                    .contains("\"file\": \"request_logs.jsonl\"", "\"bytes\": "))
        .satisfies(run -> assertThat(run.get("judged_from")).startsWith("2026-10-13"));
  }

  @Test
  void anHourIsFinalWhenNothingOfItCanComeAnyMore() throws Exception {
    // B is one hour, so the request at 12:00 closes ten, and not eleven.
    judge(input("in", hourly("a", 0, 1, 2), "a"));

    assertThat(database.rows("SELECT window_key, state FROM slowhour.windows ORDER BY 1"))
        .extracting(row -> row.get("window_key") + " " + row.get("state"))
        .containsExactly(
            "e/2026-10-13T10 final", "e/2026-10-13T11 provisional", "e/2026-10-13T12 provisional");
  }

  @Test
  void hoursUpToTheGivenEndAreFinal() throws Exception {
    judge(
        input("in", hourly("a", 0, 1), "a"),
        judging(null, TEN.plus(HOUR.multipliedBy(2))),
        false,
        2);

    assertThat(database.count("SELECT count(*) FROM slowhour.windows WHERE state = 'final'"))
        .isEqualTo(2);
  }

  @Test
  void ofManyNoticesAlikeTheFirstThousandAreStoredAndTheRestIsCounted() throws Exception {
    List<Request> requests = new ArrayList<>(hourly("a", 0));
    for (int i = 0; i < 1_234; i++) {
      requests.add(AT_TEN.to("nobody", "e").id("n-" + i));
    }
    Path input = input("in", requests, "a");

    judge(input);
    judge(input);

    assertThat(
            database.rows(
                """
                SELECT count(*) AS rows, count(line) AS whole, max(line) AS last,
                  sum(line_count) AS lines, max(line_count) AS rest FROM slowhour.notices\
                """))
        .containsExactly(
            Map.of(
                "rows", "1001", "whole", "1000", "last", "1001", "lines", "1234", "rest", "234"));
  }

  @Test
  void contractsAreStoredAsTheyWereLastKnown() throws Exception {
    judge(input("in", hourly("a", 0), "a", "b"));

    assertThat(database.rows("SELECT * FROM slowhour.contracts ORDER BY tenant_id"))
        .extracting(
            row -> row.get("tenant_id") + " " + row.get("ttft_slo_ms") + row.get("valid_from"))
        .containsExactly("a 800-infinity", "b 800-infinity");
  }

  @Test
  void aDifferenceBetweenRowsAndFilesWouldBeSeen() throws Exception {
    Path out = folder.resolve("out");
    judge(
        input("in", hourly("a", 0), "a"),
        new Outputs(Optional.of(out), Optional.of(database.address()), false),
        JudgeSettings.defaults(),
        1);
    database.execute(
        "UPDATE slowhour.minutes SET requests = 7 WHERE minute = window_start;"
            + " UPDATE slowhour.windows SET summary = ''");

    assertThat(StoredRows.differences(database, out)).hasSize(4);
  }

  // What gives way to what.

  @Test
  void aRerunOfHalfTheLogLeavesWhatWasJudgedFromMoreAndSaysHowMany() throws Exception {
    List<Request> whole = all(hourly("a", 0, 1, 2, 3), hourly("b", 0, 1, 2, 3));
    judge(input("whole", whole, "a", "b"));
    List<Map<String, String>> rows = allRows();

    // Of b nothing is missing, but its pool saw less; c is new.
    Stored half = judge(input("half", all(hourly("b", 0, 1, 2, 3), hourly("c", 3)), "a", "b", "c"));

    assertThat(half.leftAlone()).isEqualTo(4);
    assertThat(half.written()).isEqualTo(1);
    assertThat(allRows()).containsAll(rows);
    assertThat(windows()).hasSize(9);
    assertThat(database.rows("SELECT windows_left_alone FROM slowhour.runs ORDER BY run_id DESC"))
        .first()
        .isEqualTo(Map.of("windows_left_alone", "4"));
  }

  @Test
  void moreLinesReplaceWhatWasJudgedFromFewer() throws Exception {
    judge(input("half", hourly("a", 0, 1), "a"));

    Stored more = judge(input("whole", all(hourly("a", 0, 1), hourly("b", 0)), "a", "b"));

    assertThat(more.written()).isEqualTo(3);
    assertThat(more.leftAlone()).isZero();
  }

  @Test
  void aFinalRowStaysAlthoughAProvisionalOneRestsOnMore() throws Exception {
    judge(input("less", hourly("a", 0, 2), "a"), judging(null, TEN.plus(HOUR)), false, 2);

    Stored more = judge(input("more", all(hourly("a", 0), hourly("b", 0)), "a", "b"));

    assertThat(more.leftAlone()).isEqualTo(1);
    assertThat(database.rows("SELECT state FROM slowhour.windows WHERE tenant_id = 'a'"))
        .containsExactly(Map.of("state", "final"));
  }

  @Test
  void replacingReplacesWhateverItsRankAndRemovesWhatItDidNotProduce() throws Exception {
    judge(
        input(
            "whole",
            all(all(hourly("a", 0, 1), hourly("b", 0, 1)), hourly("nobody", 0, 1)),
            "a",
            "b"));

    Stored replaced = judgeReplacing(input("less", hourly("a", 0), "a"));

    assertThat(replaced.written()).isEqualTo(1);
    assertThat(replaced.leftAlone()).isZero();
    assertThat(replaced.removed()).isEqualTo(1);
    assertThat(windows())
        .as("only the hour of ten is the run's")
        .containsExactly("a e/2026-10-13T10", "a e/2026-10-13T11", "b e/2026-10-13T11");
    assertThat(database.rowsOf("minutes")).isEqualTo(3 * 60);
    assertThat(
            database.count(
                "SELECT count(*) FROM slowhour.evidence e WHERE NOT EXISTS (SELECT FROM"
                    + " slowhour.windows w WHERE (w.tenant_id, w.endpoint_id, w.window_start) ="
                    + " (e.tenant_id, e.endpoint_id, e.window_start))"))
        .isZero();
    assertThat(database.rows("SELECT DISTINCT window_start::text FROM slowhour.notices"))
        .as("notices of other runs in that hour are gone")
        .hasSize(1);
  }

  @Test
  void replacingFromAndToRemovesAlsoHoursOfWhichNothingIsLeft() throws Exception {
    judge(input("whole", hourly("a", 0, 1, 2), "a"));

    Stored replaced =
        judge(
            input("less", hourly("a", 0), "a"),
            judging(TEN, TEN.plus(HOUR.multipliedBy(2))),
            true,
            2);

    assertThat(replaced.removed()).isEqualTo(1);
    assertThat(windows()).containsExactly("a e/2026-10-13T10", "a e/2026-10-13T12");
  }

  @Test
  void noticesOfAnHourGoWithItsWindow() throws Exception {
    Path without = input("without", hourly("a", 0), "b");
    judgeReplacing(input("b", all(hourly("a", 0), hourly("b", 0)), "b"));
    assertThat(database.rowsOf("notices")).isEqualTo(1);
    judge(without);
    assertThat(database.rowsOf("notices")).as("again").isEqualTo(1);

    judge(input("with", hourly("a", 0), "a"));

    assertThat(database.rowsOf("notices")).as("there is a contract now").isZero();
  }

  // What a failure leaves.

  @Test
  void aFailedRunLeavesOnlyItsRow() throws Exception {
    Path input =
        InputFolder.in(folder, "in")
            .with("request_logs.jsonl", "no json")
            .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("a", "e", 800)))
            .path();

    assertThatThrownBy(() -> judge(input)).isInstanceOf(InputException.class);

    assertThat(database.rows("SELECT outcome, failure FROM slowhour.runs"))
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run).containsEntry("outcome", "failed");
              assertThat(run.get("failure")).startsWith("no readable request line in ");
            });
    assertThat(allRows()).isEmpty();
    assertNothingIsSetAside();
  }

  @Test
  void ofTwoRunsAtOnceNeitherIsLost() throws Exception {
    Path left = input("left", hourly("a", 0, 1, 2), "a");
    Path right = input("right", hourly("b", 0, 1, 2), "b");
    List<Throwable> failures = new ArrayList<>();
    Thread other =
        new Thread(
            () -> {
              try {
                judge(right);
              } catch (Exception e) {
                failures.add(e);
              }
            });
    other.start();
    judge(left);
    other.join();

    assertThat(failures).isEmpty();
    assertThat(windows()).hasSize(6);
    assertNothingIsSetAside();
  }
}
