package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.testing.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCommandITCase {

  @TempDir private Path folder;

  private Path input;
  private Path output;
  private Path verdicts;

  @BeforeEach
  void nameFolders() {
    input = folder.resolve("in");
    output = folder.resolve("out");
    verdicts = output.resolve("verdicts.json");
  }

  private void judge(Fixture fixture) throws IOException {
    fixture.copyTo(input);
    assertThat(Cli.run("judge", "--in", input.toString(), "--out", output.toString()).exitCode())
        .isZero();
  }

  private Cli audit(String... options) {
    String[] arguments = new String[5 + options.length];
    arguments[0] = "audit";
    arguments[1] = "--in";
    arguments[2] = input.toString();
    arguments[3] = "--verdicts";
    arguments[4] = verdicts.toString();
    System.arraycopy(options, 0, arguments, 5, options.length);
    return Cli.run(arguments);
  }

  @ParameterizedTest
  @EnumSource
  void whatTheJobMadeOfAWorkedInputPassesEveryCheck(Fixture fixture) throws IOException {
    judge(fixture);

    Cli run = audit();

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).endsWith(" windows recounted: every check passed\n");
    assertThat(run.out().lines().filter(line -> line.matches("[ 1]\\d  pass  .*"))).hasSize(15);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void aFailedCheckIsShownWithTheWindowTheItemWhatStandsAndWhatWasRecounted() throws IOException {
    judge(Fixture.SEED_DAY);
    Files.writeString(
        verdicts,
        Files.readString(verdicts).replace("\"slo_miss_count\":86", "\"slo_miss_count\":87"));

    Cli run = audit();

    assertThat(run.out())
        .contains(
            " 4  FAIL  slo_miss_count and slo_miss_pct\n"
                + "      tnt-c03 ep-c-chat-01 2026-10-13T10:00+09:00  slo_miss_count: 87"
                + " (recounted: 86)\n")
        .endsWith("\n22 windows recounted: 1 of 15 checks failed\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void aMovedMinuteIsFoundToo() throws IOException {
    judge(Fixture.SEED_DAY);
    Path minutes = output.resolve("minutes.jsonl");
    Files.writeString(
        minutes, Files.readString(minutes).replaceFirst("\"requests\":21", "\"requests\":22"));

    assertThat(audit().exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--zone=UTC",
        "--max-request-duration=30m",
        "--from=2026-10-13T09:00+09:00",
        "--to=2026-10-13T16:00+09:00"
      })
  void otherSettingsThanThoseOfTheOutputAreRefused(String other) throws IOException {
    judge(Fixture.SEED_DAY);

    Cli run = audit(other);

    assertThat(run.err())
        .startsWith("slowhour: the output was judged with other settings: zone Asia/Seoul,")
        .hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void theSameSettingsMayBeGivenAgain() throws IOException {
    judge(Fixture.EDGE_DAY);

    assertThat(audit("--zone", "Asia/Seoul", "--max-request-duration", "60m").exitCode()).isZero();
  }

  @Test
  void theSettingsOfARunAreThoseOfItsOutput() throws IOException {
    Fixture.EDGE_DAY.copyTo(input);
    Cli judged =
        Cli.run(
            "judge",
            "--in",
            input.toString(),
            "--out",
            output.toString(),
            "--zone",
            "Asia/Kolkata",
            "--max-request-duration",
            "90m",
            "--from",
            "2026-10-31T19:30+05:30");

    assertThat(judged.exitCode()).isEqualTo(2);
    assertThat(judged.err()).contains("--from: 2026-10-31T19:30+05:30 (expected: a full hour");

    assertThat(
            Cli.run(
                    "judge",
                    "--in",
                    input.toString(),
                    "--out",
                    output.toString(),
                    "--zone",
                    "Asia/Kolkata",
                    "--max-request-duration",
                    "90m",
                    "--from",
                    "2026-10-31T19:00+05:30")
                .exitCode())
        .isZero();
    assertThat(audit().exitCode()).isZero();
  }

  @Test
  void missingFilesAreNamed() throws IOException {
    assertThat(audit())
        .isEqualTo(
            new Cli(
                2, "", "slowhour: " + verdicts + ": no such file (expected: a verdicts.json)\n"));

    judge(Fixture.SEED_DAY);
    Files.delete(output.resolve("run.json"));
    assertThat(audit().err())
        .isEqualTo(
            "slowhour: "
                + output.resolve("run.json")
                + ": cannot be read: no such file (expected: beside the verdicts, as judge wrote"
                + " it)\n");
    Files.writeString(output.resolve("run.json"), "{\"settings\": {\"zone\": \"Mars\"}}");
    assertThat(audit().err())
        .isEqualTo(
            "slowhour: "
                + output.resolve("run.json")
                + ": no settings of a run (expected: as judge wrote it)\n");
    Files.writeString(output.resolve("run.json"), "[");
    assertThat(audit().exitCode()).isEqualTo(2);
  }

  @Test
  void anOutputThatIsNoJsonIsRefusedWithThePosition() throws IOException {
    judge(Fixture.SEED_DAY);
    Files.writeString(verdicts, "[{");

    Cli run = audit();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("slowhour: " + verdicts).contains("line 1").hasLineCount(1);
  }
}
