package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.read.CommandFailure;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.batch.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class MainTest {

  private static final String JUDGE_HINT =
      "slowhour: see 'slowhour judge --help' for the options\n";

  private static CommandLine commandLine() {
    return Main.commandLine(
        new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), Cli.HOME);
  }

  static Stream<String> commands() {
    return commandLine().getSubcommands().keySet().stream();
  }

  private static Cli judge(String... options) {
    return Cli.run(
        Stream.concat(Stream.of("judge", "--in", "in", "--out", "out"), Stream.of(options))
            .toArray(String[]::new));
  }

  private static void assertRefused(Cli run, String message, String hint) {
    assertThat(run.err()).isEqualTo("slowhour: " + message + "\n" + hint);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  // Help.

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpNamesAllCommands(String option) {
    Cli run = Cli.run(option);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("Whose slow hour was it?\nUsage: slowhour");
    assertThat(commands()).isNotEmpty().allSatisfy(c -> assertThat(run.out()).contains("  " + c));
  }

  @Test
  void withoutACommandHelpIsShown() {
    assertThat(Cli.run()).isEqualTo(Cli.run("--help"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItsOptions(String command) {
    Cli run = Cli.run(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Usage: slowhour " + command);
    CommandLine commandLine = commandLine().getSubcommands().get(command);
    for (OptionSpec option : commandLine.getCommandSpec().options()) {
      assertThat(run.out()).contains(option.longestName());
      assertThat(option.description()).as(option.longestName()).isNotEmpty();
    }
  }

  @Test
  void judgeHelpListsExitCodes() {
    assertThat(Cli.run("judge", "--help").out())
        .containsSubsequence("Exit codes:\n", "  0   judged", "  1   a fault", "  2   the input");
  }

  @ParameterizedTest
  @CsvSource({"--version,", "-V,", "judge, --version", "demo, -V"})
  void theVersionIsThatOfTheBuild(String first, String secondOrNull) {
    Cli run = secondOrNull == null ? Cli.run(first) : Cli.run(first, secondOrNull);

    assertThat(run).isEqualTo(new Cli(0, "slowhour " + Version.text() + "\n", ""));
    assertThat(Version.text()).matches("\\d+\\.\\d+\\.\\d+(-\\w+)?");
  }

  // What cannot be understood.

  @Test
  void anUnknownCommand() {
    assertRefused(
        Cli.run("nope"),
        "Unmatched argument at index 0: 'nope'",
        "slowhour: see 'slowhour --help' for the options\n");
  }

  @Test
  void anUnknownOption() {
    assertRefused(judge("--nope"), "Unknown option: '--nope'", JUDGE_HINT);
  }

  @Test
  void anOptionIsNotGuessedFromItsBeginning() {
    assertRefused(judge("--para", "2"), "Unknown options: '--para', '2'", JUDGE_HINT);
  }

  @Test
  void withoutInput() {
    assertRefused(
        Cli.run("judge", "--out", "out"),
        "--in and --kafka are missing (expected: one of them)",
        JUDGE_HINT);
  }

  @Test
  void withoutOutput() {
    assertRefused(
        Cli.run("judge", "--in", "in"),
        "--out and --jdbc are missing (expected: one of them, or both)",
        JUDGE_HINT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from | 2026-10-13 | Invalid value for option '--from': 2026-10-13 (expected: a time"
            + " with its offset, 2026-10-13T09:00+09:00)",
        "--to | 2026-10-13T09:00 | Invalid value for option '--to': 2026-10-13T09:00 (expected: a"
            + " time with its offset, 2026-10-13T09:00+09:00)",
        "--from | 2026-10-13T09:30+09:00 | --from: 2026-10-13T09:30+09:00 (expected: a full hour on"
            + " the clock of Asia/Seoul)",
        "--to | 2026-10-13T00:00:00.001Z | --to: 2026-10-13T09:00:00.001+09:00 (expected: a full"
            + " hour on the clock of Asia/Seoul)",
        "--zone | Mars/Base | --zone: Mars/Base (expected: a time zone such as Asia/Seoul, UTC or"
            + " +09:00)",
        "--zone | Australia/Lord_Howe | --zone: Australia/Lord_Howe (expected: a zone whose clock,"
            + " from 1970 on, shifts by whole hours only and whose offset is whole minutes; it also"
            + " has +10:30)",
        "--max-request-duration | long | Invalid value for option '--max-request-duration': long"
            + " (expected: a duration such as 1h, 90m, 30s or PT1H30M)",
        "--max-request-duration | 0s | --max-request-duration: PT0S (expected: whole milliseconds,"
            + " from 1 ms to 24 h)",
        "--max-request-duration | 25h | --max-request-duration: PT25H (expected: whole"
            + " milliseconds, from 1 ms to 24 h)",
        "--max-request-duration | PT0.0005S | --max-request-duration: PT0.0005S (expected: whole"
            + " milliseconds, from 1 ms to 24 h)",
        "--max-request-duration | -1h | Invalid value for option '--max-request-duration': -1h"
            + " (expected: a duration such as 1h, 90m, 30s or PT1H30M)",
        "--parallelism | 0 | --parallelism: 0 (expected: 1 to 128)",
        "--parallelism | 129 | --parallelism: 129 (expected: 1 to 128)",
        "--parallelism | two | Invalid value for option '--parallelism': 'two' is not an int",
      })
  void aValueOutOfItsRange(String option, String value, String message) {
    assertRefused(judge(option, value), message, JUDGE_HINT);
  }

  @Test
  void anEndThatIsNotAfterTheBegin() {
    assertRefused(
        judge("--from", "2026-10-13T09:00+09:00", "--to", "2026-10-13T00:00Z"),
        "--to: 2026-10-13T09:00+09:00 (expected: after from, 2026-10-13T09:00+09:00)",
        JUDGE_HINT);
  }

  @ParameterizedTest
  @CsvSource({
    "1h, PT1H",
    "90m, PT1H30M",
    "90M, PT1H30M",
    "30s, PT30S",
    "1500ms, PT1.5S",
    "PT1H30M, PT1H30M",
    "pt2h, PT2H"
  })
  void durationsAreWrittenShortOrLong(String written, String duration) {
    assertThat(new JudgeOptions.DurationConverter().convert(written)).hasToString(duration);
  }

  @Test
  void anExampleThatIsNone() {
    Cli run = Cli.run("demo", "--example", "nope", "--out", "out");

    assertRefused(run, "no example nope (expected: seed-day or recorded-hour)", "");
    assertRefused(
        Cli.run("demo", "--example", "../examples/seed-day"),
        "no example ../examples/seed-day (expected: seed-day or recorded-hour)",
        "");
  }

  // How failures are told.

  private static Cli failing(Exception failure) {
    StringWriter err = new StringWriter();
    CommandLine command = commandLine().setErr(new PrintWriter(err));
    int exitCode = new FailureMessages().handleExecutionException(failure, command, null);
    return new Cli(exitCode, "", err.toString());
  }

  @Test
  void whatTheUserCanMendIsOneLine() {
    assertThat(failing(new InputException("in: no such folder")))
        .isEqualTo(new Cli(2, "", "slowhour: in: no such folder\n"));
    assertThat(failing(new IOException("No space left on device")))
        .isEqualTo(new Cli(2, "", "slowhour: No space left on device\n"));
  }

  @Test
  void aFileIsNamedWithWhatIsWrongWithIt() {
    assertThat(failing(new NoSuchFileException("/a/b")))
        .isEqualTo(new Cli(2, "", "slowhour: /a/b: no such file\n"));
    assertThat(failing(new AccessDeniedException("/a/b")))
        .isEqualTo(new Cli(2, "", "slowhour: /a/b: permission denied\n"));
  }

  @Test
  void whatTheUserCannotMendIsTheWholeStory() {
    Cli run = failing(new IllegalStateException("the job failed", new ArithmeticException("why")));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("slowhour: this should not have happened; please report it with what follows\n")
        .contains("java.lang.IllegalStateException: the job failed")
        .contains("Caused by: java.lang.ArithmeticException: why");
  }

  @Test
  void controlCharactersOfAPathDoNotReachTheTerminal() {
    Path out = Path.of("out");
    Cli run = Cli.run("judge", "--in", "a\nb\u001B[2Jc\u009Bd\u007F", "--out", out.toString());

    assertRefused(
        run,
        "a\uFFFDb\uFFFD[2Jc\uFFFDd\uFFFD: no such folder (expected: a folder with request logs)",
        "");
    assertThat(out).doesNotExist();
  }

  @Test
  void whenTheHeapIsTooSmallOneLineSaysWhatToDo() {
    StringWriter err = new StringWriter();

    int exitCode =
        CommandFailure.told(new OutOfMemoryError("Java heap space"), new PrintWriter(err));

    assertThat(err.toString())
        .matches(
            "slowhour: out of memory: [0-9,]+ MiB of heap do not suffice \\(expected: more, such"
                + " as SLOWHOUR_JAVA_OPTS=-Xmx8g\\)\n");
    assertThat(exitCode).isEqualTo(2);
  }

  @Test
  void anErrorIsAFaultOfOursWithItsWholeStory() {
    StringWriter err = new StringWriter();

    int exitCode = CommandFailure.told(new AssertionError("wrong"), new PrintWriter(err));

    assertThat(err.toString())
        .startsWith("slowhour: this should not have happened")
        .contains("AssertionError: wrong", "\tat ");
    assertThat(exitCode).isEqualTo(1);
  }
}
