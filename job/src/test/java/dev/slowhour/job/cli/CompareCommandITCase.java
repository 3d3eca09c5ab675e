package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.Postgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare} as it is typed. */
class CompareCommandITCase {

  @TempDir private Path folder;
  private JudgedInputs inputs;

  @BeforeEach
  void inputs() {
    inputs = new JudgedInputs(folder);
  }

  @Test
  void aCappedNeighbourShowsInOneLineAWindow() throws Exception {
    String before = inputs.judged(inputs.load("in-a", Duration.ZERO, 360, 0), "base");
    String after = inputs.judged(inputs.load("in-b", Duration.ZERO, 36, 400), "capped");
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
    String out = inputs.judged(inputs.small("in", 100), "a");
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
    String before = inputs.judged(inputs.load("in-a", Duration.ZERO, 37, 0), "a");
    String after = inputs.judged(inputs.load("in-b", Duration.ZERO, 35, 0), "b");

    assertThat(Cli.run("compare", before, after).out())
        .contains("m×100−n  +100 → -100 (noise ±1,193, ±1,193)  marginal\n");
  }

  @Test
  void anotherNightIsMovedBesideTheFirst() throws Exception {
    String before = inputs.judged(inputs.load("in-a", Duration.ZERO, 0, 0), "monday");
    String after = inputs.judged(inputs.load("in-b", Duration.ofDays(1), 0, 0), "tuesday");

    inputs.assertRefused(
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
    Path input = inputs.small("in", 900);
    String before = inputs.judged(input, "a");
    String after = folder.resolve("b").toString();
    Cli.run("judge", "--in", input.toString(), "--out", after, "--zone", "UTC");

    inputs.assertRefused(
        Cli.run("compare", before, after),
        "were judged with other settings: zone Asia/Seoul and UTC");
    inputs.assertRefused(Cli.run("compare", before, folder.toString()), "run.json: cannot be read");
  }

  @Test
  void aFolderThatWasChangedByHandIsDamage() throws Exception {
    String out = inputs.judged(inputs.small("in", 900), "a");
    Path verdicts = Path.of(out, "verdicts.json");
    Files.writeString(
        verdicts,
        Files.readString(verdicts)
            .replace("\"misses_in_over_concurrency\":0", "\"misses_in_over_concurrency\":1"));

    inputs.assertRefused(
        Cli.run("compare", out, out),
        "the verdicts of tenant/endpoint/2026-10-13T10:00+09:00 are not those of its counts");
  }

  @Test
  void optionsOutOfRangeAreToldWithWhatIsExpected() throws Exception {
    String out = inputs.judged(inputs.small("in", 900), "a");
    Cli run = Cli.run("compare", out, out, "--shift", "99999");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("slowhour: --shift: 99999 (expected: -8784 to 8784)");
    assertThat(Cli.run("compare", out, out, "--name", " ").err())
        .startsWith("slowhour: --name:   (expected: 1 to 200 characters");
    assertThat(Cli.run("compare", out, out, "--name-a", "a\nb").err())
        .startsWith("slowhour: --name-a: a\uFFFDb (expected: 1 to 200 characters");
  }
}
