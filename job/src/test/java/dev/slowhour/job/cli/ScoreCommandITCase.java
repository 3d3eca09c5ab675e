package dev.slowhour.job.cli;

import static dev.slowhour.job.cli.JudgedInputs.RECORDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code score} as it is typed. */
class ScoreCommandITCase {

  @TempDir private Path folder;
  private JudgedInputs inputs;

  @BeforeEach
  void inputs() {
    inputs = new JudgedInputs(folder);
  }

  @Test
  void theRecordedHourIsFourOfSevenByTheRuleAndSevenByTheSecondReading() throws Exception {
    String out = inputs.judged(RECORDED, "recorded-hour");
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
    String out = inputs.judged(inputs.small("in", 900), "out");
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
    String out = inputs.judged(inputs.small("in", 900), "out");
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
    String out = inputs.judged(inputs.small("in", 900), "out");
    inputs.assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", answers("정상").toString()),
        "answers.json: answer 1: planted: 정상 (expected: SLO 안에서 처리됨, ");
    Path file = folder.resolve("answers.json");
    Files.writeString(file, "{}");
    inputs.assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()),
        "answers.json: no array (expected: an array of answers)");
    Files.writeString(file, "[{\"tenant_id\":\"t\",\"window_start\":\"10:00\"}]");
    inputs.assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()),
        "answer 1: window_start: 10:00 (expected: a time such as");
    Files.writeString(file, "[1]");
    inputs.assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()), "answer 1: no object");
    Files.writeString(file, "[{");
    inputs.assertRefused(
        Cli.run("score", "--verdicts", out, "--answers", file.toString()), "no JSON at line 1");
    inputs.assertRefused(
        Cli.run("score", "--verdicts", folder + "/none", "--answers", file.toString()),
        "none is not there");
  }

  private Path answers(String planted) throws IOException {
    return Files.writeString(
        folder.resolve("answers.json"),
        "[{\"tenant_id\":\"tenant\",\"endpoint_id\":\"endpoint\",\"window_start\":\"2026-10-13T10:00+09:00\",\"planted\":\"%s\",\"cause\":\"a neighbour\",\"seed\":7}]"
            .formatted(planted));
  }
}
