package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgeCommandITCase {

  private static final String STDERR_IS_TERMINAL = "slowhour.stderr-is-terminal";
  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");

  @TempDir private Path folder;
  private Path out;

  @BeforeEach
  void makeInput() throws IOException {
    out = folder.resolve("out");
    InputFolder.in(folder, "in")
        .with("request_logs.jsonl", AT_TEN.json(), AT_TEN.id("r-2").ttft(900).json(), "no json")
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)));
  }

  @AfterEach
  void forgetTerminal() {
    System.clearProperty(STDERR_IS_TERMINAL);
  }

  private Cli judge(String... options) {
    return Cli.run(
        Stream.concat(
                Stream.of(
                    "judge", "--in", folder.resolve("in").toString(), "--out", out.toString()),
                Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void judgesAlthoughALineCannotBeRead() {
    Cli run = judge();

    assertThat(run.out())
        .isEqualTo(
            """
            hour                    tenant  endpoint  misses            peak  worst minute  verdict
            2026-10-13 10:00+09:00  tenant  endpoint     1/2  50%%  2/1000000  10:00 (1)     성능 격리 실패

            requests read: 2, windows judged: 1, notices: 1 (malformed_json 1)
            written to %s
            no readable pool_metrics: the pool's figures are empty
            """
                .formatted(out));
    assertThat(run.err()).as("no terminal, no progress").isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(out.resolve("run.json")).exists();
  }

  @Test
  void optionsReachTheRun() throws IOException {
    Cli run =
        judge(
            "--zone",
            "UTC",
            "--from",
            "2026-10-13T02:00Z",
            "--to",
            "2026-10-13T12:00+09:00",
            "--max-request-duration",
            "90m",
            "--parallelism",
            "1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("\nrequests read: 2, windows judged: 0, notices: 1");
    assertThat(Files.readString(out.resolve("run.json")))
        .contains("\"zone\" : \"UTC\"")
        .contains("\"max_request_duration_ms\" : 5400000")
        .contains("\"from\" : \"2026-10-13T02:00+00:00\"")
        .contains("\"to\" : \"2026-10-13T03:00+00:00\"");
  }

  @Test
  void asManySubtasksAsMayBeAskedForHaveNetworkBuffersEnough() {
    Cli run = judge("--parallelism", "128");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void onATerminalTheProgressLineIsTakenAwayAtTheEnd() {
    System.setProperty(STDERR_IS_TERMINAL, "true");

    assertThat(judge().err()).endsWith("\r\u001B[K");
  }

  @Test
  void withoutInputNothingIsWritten() throws IOException {
    Files.delete(folder.resolve("in/request_logs.jsonl"));
    Cli run = judge();

    assertThat(run)
        .isEqualTo(
            new Cli(
                2,
                "",
                "slowhour: no request_logs in "
                    + folder.resolve("in")
                    + " (expected: a file such as request_logs.jsonl, or a folder"
                    + " request_logs/)\n"));
    assertThat(folder).isDirectoryNotContaining(path -> !path.endsWith("in"));
  }

  @Test
  void withoutAReadableRequestNothingIsWritten() throws IOException {
    Files.writeString(folder.resolve("in/request_logs.jsonl"), "no json");
    Cli run = judge();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("slowhour: no readable request line in ").hasLineCount(1);
    assertThat(folder).isDirectoryNotContaining(path -> !path.endsWith("in"));
  }

  @Test
  void theSeedDayIsShownWithWhereToLookNext() {
    Cli run = Cli.run("demo", "--out", out.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "2026-10-13 10:00+09:00  tnt-c03  ep-c-chat-01     86/1840   4.7%   9/12  10:17 (21)"
                + "    성능 격리 실패\n")
        .contains(
            "2026-10-13 10:00+09:00  tnt-f06  ep-f-batch-01   412/1320  31.2%  48/16  10:17 (41)"
                + "    동시성 계약 초과\n")
        .contains(
            "\nrequests read: 11,879, windows judged: 22, notices: 0\nwritten to " + out + "\n")
        .contains("\n  " + out.resolve("verdicts.json") + "  ")
        .contains("\n  " + Path.of("../examples/seed-day") + "  ");
  }

  @Test
  void theRecordedHourShowsWhereTheTwoReadingsDiffer() {
    Cli run = Cli.run("demo", "--example", "recorded-hour", "--out", out.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().filter(line -> line.endsWith("(* at SLO: 성능 격리 실패)"))).hasSize(3);
    assertThat(run.out()).contains("\n* at SLO: the verdict, had every request been answered");
  }
}
