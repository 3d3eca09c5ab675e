package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code score}, {@code compare} and {@code sensitivity} as they are typed. */
class ComparingCommandsITCase {

  private static final Path RECORDED = Cli.HOME.resolve("examples/recorded-hour");
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");

  @TempDir private Path folder;

  private String judged(Path input, String name) {
    String out = folder.resolve(name).toString();
    Cli run = Cli.run("judge", "--in", input.toString(), "--out", out);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return out;
  }

  private static void assertRefused(Cli run, String... parts) {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasLineCount(1).startsWith("slowhour: ").contains(parts);
  }

  // Score.

  @Test
  void theRecordedHourIsFourOfSevenByTheRuleAndSevenByTheSecondReading() throws Exception {
    String out = judged(RECORDED, "recorded-hour");
    Path json = folder.resolve("score.json");
    Postgres database = Postgres.migrated();

    Cli run =
        Cli.run(
            "score",
            "--verdicts",
            out + "/verdicts.json",
            "--answers",
            RECORDED.resolve("answers.json").toString(),
            "--json",
            json.toString(),
            "--jdbc",
            database.url());

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            as planted: by the rule 4 of 7, by the second reading 7 of 7

            by the rule
              planted \\ came out  SLO 안  동시성 계약 초과  긴 입력 몰림  성능 격리 실패
              SLO 안                   0                 0             0               0
              동시성 계약 초과         0                 1             0               0
              긴 입력 몰림             0                 0             1               0
              성능 격리 실패           0                 3             0               2

            by the second reading
              planted \\ came out  SLO 안  동시성 계약 초과  긴 입력 몰림  성능 격리 실패
              SLO 안                   0                 0             0               0
              동시성 계약 초과         0                 1             0               0
              긴 입력 몰림             0                 0             1               0
              성능 격리 실패           0                 0             0               5

            not as planted
              hour                    tenant   endpoint         misses  planted         reading  came out          m×100−n           c×2−m        l×2−m
              2026-11-30 19:00+09:00  tnt-a01  ep-a-chat-01  274/1,817  성능 격리 실패  rule     동시성 계약 초과  +25,583 (±848)    +88 (±33)*   -274 (±33)
              2026-11-30 19:00+09:00  tnt-b02  ep-b-faq-01   252/1,420  성능 격리 실패  rule     동시성 계약 초과  +23,780 (±749)    +180 (±31)*  -252 (±31)
              2026-11-30 19:00+09:00  tnt-c03  ep-c-chat-01  542/2,984  성능 격리 실패  rule     동시성 계약 초과  +51,216 (±1,087)  +414 (±46)*  -542 (±46)
              (* the test that went the other way; in brackets what is noise of a margin)

            not planted, scored apart
              in hours with an answer: none
              in other hours: 14 windows; by the rule SLO 안 14, 동시성 계약 초과 0, 긴 입력 몰림 0, 성능 격리 실패 0; by the second reading SLO 안 14, 동시성 계약 초과 0, 긴 입력 몰림 0, 성능 격리 실패 0

            stored in %s as score 1: recorded-hour
            """
                .formatted(database.display()));
    assertThat(json)
        .content()
        .containsIgnoringWhitespaces(
            "\"name\" : \"recorded-hour\", \"planted\" : 7, \"by_rule\" : {\"right\" : 4,")
        .containsIgnoringWhitespaces("\"at_slo\" : {\"right\" : 7,")
        .containsIgnoringWhitespaces(
            """
            {"planted" : "계약 안인데 밀림 · 성능 격리 실패", "verdict" : "계약 동시성을 넘겨 보냄",
             "windows" : 3}
            """)
        .containsIgnoringWhitespaces(
            """
            "missed_by" : "over_concurrency", "margin" : 88, "noise" : 33,
            "missed_by_at_slo" : null, "margin_at_slo" : null, "noise_at_slo" : null
            """);
    assertThat(
            database.values(
                """
                SELECT planted = verdict AS a, planted = verdict_at_slo AS b, count(*), sum(margin)
                FROM slowhour.score_windows WHERE planted IS NOT NULL GROUP BY 1, 2 ORDER BY 1\
                """))
        .containsExactly(List.of("f", "t", "3", "682"), Arrays.asList("t", "t", "4", null));
    assertThat(database.count("SELECT count(*) FROM slowhour.score_windows WHERE planted IS NULL"))
        .isEqualTo(14);
  }

  @Test
  void aScoreOfTheSameNameMakesRoom() throws Exception {
    String out = judged(smallInput("in", 900), "out");
    Path answers = answers("계약 안인데 밀림 · 성능 격리 실패");
    Postgres database = Postgres.migrated();
    for (int time = 0; time < 2; time++) {
      assertThat(
              Cli.run(
                      "score",
                      "--verdicts",
                      out,
                      "--answers",
                      answers.toString(),
                      "--name",
                      "밤",
                      "--jdbc",
                      database.url())
                  .exitCode())
          .isZero();
    }

    assertThat(
            database.values(
                "SELECT name, planted, right_by_rule, right_at_slo FROM slowhour.scores"))
        .containsExactly(List.of("밤", "1", "1", "1"));
    assertThat(database.rowsOf("score_windows")).isEqualTo(1);
  }

  @Test
  void aWindowThatWasNeverJudgedIsWrongAndHasAColumnOfItsOwn() throws Exception {
    String out = judged(smallInput("in", 900), "out");
    Path answers =
        Files.writeString(
            folder.resolve("answers.json"),
            "[{\"tenant_id\":\"tenant\",\"endpoint_id\":\"gone\",\"window_start\":\"2026-10-13T01:00Z\",\"planted\":\"SLO"
                + " 안에서 처리됨\"}]");

    Cli run = Cli.run("score", "--verdicts", out, "--answers", answers.toString());

    assertThat(run.out())
        .startsWith("as planted: by the rule 0 of 1, by the second reading 0 of 1\n")
        .contains("성능 격리 실패  no window\n")
        .contains("2026-10-13 10:00+09:00  tenant  gone           -  SLO 안   rule     no window  -")
        .contains("in hours with an answer: 1 window; by the rule SLO 안 0");
  }

  @Test
  void answersAtFaultAreOneLineThatSaysWhere() throws Exception {
    String out = judged(smallInput("in", 900), "out");
    assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", answers("정상").toString()),
        "answers.json: answer 1: planted: 정상 (expected: SLO 안에서 처리됨, ");
    Path file = folder.resolve("answers.json");
    Files.writeString(file, "{}");
    assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()),
        "answers.json: no array (expected: an array of answers)");
    Files.writeString(file, "[{\"tenant_id\":\"t\",\"window_start\":\"10:00\"}]");
    assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()),
        "answer 1: window_start: 10:00 (expected: a time such as");
    Files.writeString(file, "[1]");
    assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()), "answer 1: no object");
    Files.writeString(file, "[{");
    assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()), "no JSON at line 1");
    assertRefused(
        Cli.run("score", "--verdicts", folder + "/none", "--answers", file.toString()),
        "none is not there");
  }

  private Path answers(String planted) throws IOException {
    return Files.writeString(
        folder.resolve("answers.json"),
        "[{\"tenant_id\":\"tenant\",\"endpoint_id\":\"endpoint\",\"window_start\":\"2026-10-13T10:00+09:00\",\"planted\":\"%s\",\"cause\":\"a neighbour\",\"seed\":7}]"
            .formatted(planted));
  }

  /** One request in the hour, with that TTFT; the contract says 800. */
  private Path smallInput(String name, long ttft) throws IOException {
    return InputFolder.in(folder, name)
        .with("request_logs.jsonl", AT_TEN.ttft(ttft).json())
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)))
        .path();
  }

  // Compare.

  private Path load(String name, Duration later, int misses, int failures) throws IOException {
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < 3_600; i++) {
      requests.add(
          AT_TEN.after(later.plusSeconds(i)).id("r-" + i).ttft(i < misses ? 900 : 100).json());
    }
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < failures; i++) {
      failed.add(
          "{\"request_id\":\"f-%d\",\"tenant_id\":\"tenant\",\"endpoint_id\":\"endpoint\",\"accel_pool\":\"pool\",\"arrived_at\":\"%s\",\"kind\":\"refused\",\"status\":429}"
              .formatted(i, AT_TEN.after(later).arrivedAt()));
    }
    return InputFolder.in(folder, name)
        .with("request_logs.jsonl", requests)
        .with("request_failures.jsonl", failed)
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)))
        .path();
  }

  @Test
  void aCappedNeighbourShowsInOneLineAWindow() throws Exception {
    String before = judged(load("in-a", Duration.ZERO, 360, 0), "base");
    String after = judged(load("in-b", Duration.ZERO, 36, 400), "capped");
    Path json = folder.resolve("compare.json");
    Postgres database = Postgres.migrated();

    Cli run =
        Cli.run("compare", before, after, "--json", json.toString(), "--jdbc", database.url());

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            before: base
            after:  capped
            1 hour with windows in both, 1 window

            isolation failures before, and what became of them
              hour                    tenant  endpoint     misses  before          →    misses  after
              2026-10-13 10:00+09:00  tenant  endpoint  360/3,600  성능 격리 실패  →  36/3,600  SLO 안
              within SLO after: by the rule 1 of 1, by the second reading 1 of 1

            verdicts that changed, by the rule
              hour                    tenant  endpoint  before          →  after   by
              2026-10-13 10:00+09:00  tenant  endpoint  성능 격리 실패  →  SLO 안  m×100−n  +32,400 → 0 (noise ±1,193, ±1,193)

            verdicts that changed, by the second reading
              hour                    tenant  endpoint  before          →  after   by
              2026-10-13 10:00+09:00  tenant  endpoint  성능 격리 실패  →  SLO 안  m×100−n  +32,400 → 0 (noise ±1,193, ±1,193)

            goodput over 1 hour: requests within their SLO per second, and of all that were sent
              tenant  before /s  after /s  before   after  failed before  after
              tenant     0.9000    0.9900  90.00%%  89.10%%              0    400

            stored in %s as comparison 1: base → capped
            """
                .formatted(database.display()));
    assertThat(json)
        .content()
        .containsIgnoringWhitespaces(
            """
            {"side" : "after", "configuration" : "capped", "tenant_id" : "tenant",
             "within_slo" : 3564, "answered" : 3600, "failed" : 400, "seconds" : 3600,
             "goodput_per_second" : 0.99, "goodput_share" : 0.891}
            """)
        .containsIgnoringWhitespaces(
            """
            "by_rule" : {"changed" : 1, "marginal" : 0, "isolation_failures_before" : 1,
             "of_these_within_slo_after" : 1}
            """);
    assertThat(
            database.values(
                """
                SELECT c.name, w.verdict_before, w.verdict_after, w.is_changed, w.is_marginal,
                  w.parting_test, w.margin_before, w.margin_after
                FROM slowhour.comparison_windows w JOIN slowhour.comparisons c USING (comparison_id)\
                """))
        .containsExactly(
            List.of(
                "base → capped",
                "계약 안인데 밀림 · 성능 격리 실패",
                "SLO 안에서 처리됨",
                "t",
                "f",
                "one_percent",
                "32400",
                "0"));
    assertThat(
            database.values(
                """
                SELECT configuration, failed, goodput_per_second, goodput_share
                FROM slowhour.comparison_goodput ORDER BY side DESC\
                """))
        .containsExactly(
            List.of("base", "0", "0.9", "0.9"), List.of("capped", "400", "0.99", "0.891"));
  }

  @Test
  void whatIsNotKnownOfFailedRequestsIsNotTakenForNone() throws Exception {
    String out = judged(smallInput("in", 100), "a");
    Path json = folder.resolve("compare.json");

    Cli run = Cli.run("compare", out, out, "--json", json.toString());

    assertThat(run.out())
        .endsWith(
            """
              tenant  before /s  after /s   before    after  failed before  after
              tenant     0.0003    0.0003  100.00%  100.00%              -      -
              (-: judged without request_failures, so that the share is of the requests that were answered)
            """);
    assertThat(json).content().containsIgnoringWhitespaces("\"failed\" : null,");
  }

  @Test
  void aFlipByTwoRequestsIsMarginal() throws Exception {
    String before = judged(load("in-a", Duration.ZERO, 37, 0), "a");
    String after = judged(load("in-b", Duration.ZERO, 35, 0), "b");

    assertThat(Cli.run("compare", before, after).out())
        .contains("m×100−n  +100 → -100 (noise ±1,193, ±1,193)  marginal\n");
  }

  @Test
  void anotherNightIsMovedBesideTheFirst() throws Exception {
    String before = judged(load("in-a", Duration.ZERO, 0, 0), "monday");
    String after = judged(load("in-b", Duration.ofDays(1), 0, 0), "tuesday");

    assertRefused(
        Cli.run("compare", before, after),
        "have no hour in common (they begin at 2026-10-13T10:00+09:00 and"
            + " 2026-10-14T10:00+09:00; expected: the same hours, or --shift HOURS");
    Cli run = Cli.run("compare", before, after, "--shift=-24", "--name-b", "밤");
    assertThat(run.out())
        .contains("after:  밤\n1 hour with windows in both, 1 window, those after moved by -24 h\n")
        .contains("what became of them\n  none\n");
  }

  @Test
  void outputsOfOtherSettingsAreNotCompared() throws Exception {
    Path input = smallInput("in", 900);
    String before = judged(input, "a");
    String after = folder.resolve("b").toString();
    Cli.run("judge", "--in", input.toString(), "--out", after, "--zone", "UTC");

    assertRefused(
        Cli.run("compare", before, after),
        "were judged with other settings: zone Asia/Seoul and UTC");
    assertRefused(Cli.run("compare", before, folder.toString()), "run.json: cannot be read");
  }

  @Test
  void aFolderThatWasChangedByHandIsDamage() throws Exception {
    String out = judged(smallInput("in", 900), "a");
    Path verdicts = Path.of(out, "verdicts.json");
    Files.writeString(
        verdicts,
        Files.readString(verdicts)
            .replace("\"misses_in_over_concurrency\":0", "\"misses_in_over_concurrency\":1"));

    assertRefused(
        Cli.run("compare", out, out),
        "the verdicts of tenant/endpoint/2026-10-13T10:00+09:00 are not those of its counts");
  }

  @Test
  void optionsOutOfRangeAreToldWithWhatIsExpected() throws Exception {
    String out = judged(smallInput("in", 900), "a");
    Cli run = Cli.run("compare", out, out, "--shift", "99999");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("slowhour: --shift: 99999 (expected: -8784 to 8784)");
    assertThat(Cli.run("compare", out, out, "--name", " ").err())
        .startsWith("slowhour: --name:   (expected: 1 to 200 characters");
    assertThat(Cli.run("compare", out, out, "--name-a", "a\nb").err())
        .startsWith("slowhour: --name-a: a\uFFFDb (expected: 1 to 200 characters");
  }

  // Sensitivity.

  /** Requests of 1,000 ms by the rule and 990 ms as measured, one every 995 ms. */
  private Path onTheEdge() throws IOException {
    List<String> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Request request = AT_TEN.after(Duration.ofMillis(995L * i)).id("r-" + i).ttft(100).tpot("10");
      requests.add(request.json().replace("\"output_tokens\":1,", "\"output_tokens\":90,"));
    }
    Contract contract =
        new Contract("tenant", "Tenant", "endpoint", "model", 50, 10, 1, 1_000, null);
    return InputFolder.in(folder, "edge")
        .with("request_logs.jsonl", requests)
        .with("tenant_contracts.jsonl", Contracts.json(contract))
        .path();
  }

  @Test
  void aStepLessTurnsAMinuteAndAVerdict() throws Exception {
    Path json = folder.resolve("sensitivity.json");
    Postgres database = Postgres.migrated();

    Cli run =
        Cli.run(
            "sensitivity",
            "--in",
            onTheEdge().toString(),
            "--json",
            json.toString(),
            "--jdbc",
            database.url());

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            before: ttft + tpot × output_tokens
            after:  ttft + tpot × (output_tokens − 1)
            1 hour with windows in both, 1 window

            minutes
              by the rule: 1 of 60 have another concurrency, 1 are over the contract by one length only
              by the second reading: 0 of 60 have another concurrency, 0 are over the contract by one length only
              (* over the contract by one length only)
              minute                  tenant  endpoint  contract  peak      at SLO
              2026-10-13 10:00+09:00  tenant  endpoint         1  2 → 1  *  1 → 1

            verdicts that changed, by the rule
              hour                    tenant  endpoint  before            →  after           by
              2026-10-13 10:00+09:00  tenant  endpoint  동시성 계약 초과  →  성능 격리 실패  c×2−m  +10 → -10 (noise ±6, ±6)

            verdicts that changed, by the second reading
              none

            stored in %s as comparison 1: edge
            """
                .formatted(database.display()));
    assertThat(json)
        .content()
        .containsIgnoringWhitespaces("\"kind\" : \"sensitivity\"")
        .containsIgnoringWhitespaces("\"minutes_changed\" : 1, \"minutes_flipped\" : 1")
        .containsIgnoringWhitespaces(
            """
            "minute" : "2026-10-13T10:00+09:00", "max_concurrency" : 1,
            "peak_concurrency_before" : 2, "peak_concurrency_after" : 1,
            "peak_concurrency_at_slo_before" : 1, "peak_concurrency_at_slo_after" : 1
            """);
    assertThat(
            database.values(
                "SELECT peak_concurrency_before, peak_concurrency_after FROM"
                    + " slowhour.comparison_minutes"))
        .containsExactly(List.of("2", "1"));
    assertThat(database.rowsOf("comparison_goodput")).isZero();
    assertThat(database.rowsOf("windows"))
        .as("what is not the rule's is no judged window")
        .isZero();
  }

  @Test
  void theRecordedHourDoesNotHangOnTheStep() {
    Cli run = Cli.run("sensitivity", "--in", RECORDED.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            """
              by the rule: 9 of 1,260 have another concurrency, 0 are over the contract by one length only
              by the second reading: 11 of 1,260 have another concurrency, 0 are over the contract by one length only
            """)
        .contains(
            """
            verdicts that changed, by the rule
              none

            verdicts that changed, by the second reading
              none
            """);
  }

  // What stands beside a window when it is shown.

  @Test
  void showTellsOfFailedRequestsAndEventsOfItsHourAndPool() throws Exception {
    Path input = load("in", Duration.ZERO, 0, 1_234);
    Files.writeString(
        input.resolve("platform_events.jsonl"),
        """
        {"at":"2026-10-13T10:17:05+09:00","accel_pool":"pool","kind":"restart","text":"secret text"}
        {"at":"2026-10-13T10:18:05+09:00","accel_pool":"other","kind":"xid","text":"secret text"}
        {"at":"2026-10-13T11:00+09:00","accel_pool":"pool","kind":"deploy","text":"secret text"}
        """);
    String out = judged(input, "out");
    Path page = folder.resolve("page.html");

    Cli run = Cli.run("show", "endpoint/2026-10-13T10", "--out", out, "--html", page.toString());

    assertThat(run.out())
        .contains(
            """
            함께 볼 것
            - 응답 없이 끝난 요청: 1,234건 (거절 1,234, 시간 초과 0, 취소 0, 오류 0). 판정에는 세지 않습니다.
            - 이 풀의 이벤트: 10:17 restart
            """)
        .doesNotContain("secret", "xid", "deploy");
    assertThat(page)
        .content()
        .contains("<h2>함께 볼 것</h2>", "<li>이 풀의 이벤트: 10:17 restart</li>")
        .doesNotContain("secret", "xid", "deploy");
  }

  @Test
  void showSaysNothingOfTablesThatTheInputDoesNotHave() throws Exception {
    String out = judged(smallInput("in", 900), "out");

    assertThat(Cli.run("show", "endpoint/2026-10-13T10", "--out", out).out())
        .doesNotContain("함께 볼 것");
  }
}
