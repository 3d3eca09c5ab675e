package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line in a process of its own, as the launcher starts it. */
class LauncherITCase {

  @TempDir private Path folder;

  private Path temporary() throws IOException {
    return Files.createDirectories(folder.resolve("tmp"));
  }

  private Cli run(Map<String, String> environment, String... arguments) throws Exception {
    ProcessBuilder builder = Launched.builder(folder, temporary(), arguments);
    builder.environment().putAll(environment);
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Cli(process.exitValue(), text(out), text(err));
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  @Test
  void theDemoLeavesItsOutputAndNothingElse() throws Exception {
    Cli run = run(Map.of("NO_COLOR", "1", "CLICOLOR_FORCE", "1"), "demo");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("written to demo-out/seed-day\n").doesNotContain("\u001B");
    assertThat(folder.resolve("demo-out/seed-day/verdicts.json")).exists();
    assertThat(folder.resolve("demo-out")).isDirectoryNotContaining("glob:.*");
    assertThat(temporary()).isEmptyDirectory();
  }

  @Test
  void theDemosPostgresGoesOnWhenItIsToBeKeptAndStopsAsToldWithoutATrace() throws Exception {
    Cli run = run(Map.of(), "demo", "--keep");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    String url = line(run.out(), "  jdbc:").replaceFirst(" .*", "");
    try (Connection connection = DriverManager.getConnection(url, "postgres", "");
        ResultSet windows =
            connection.createStatement().executeQuery("SELECT count(*) FROM slowhour.windows")) {
      windows.next();
      assertThat(windows.getLong(1)).isEqualTo(22);
    }
    Process stop = new ProcessBuilder("sh", "-c", line(run.out(), "    kill ")).start();
    assertThat(stop.waitFor()).isZero();
    assertThat(temporary()).isEmptyDirectory();
  }

  private static String line(String text, String start) {
    return text.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow().strip();
  }

  /** As root it runs only in a user namespace, which the command unshare makes. */
  @Test
  void wherePostgresCannotBeStartedTheDemoSaysSoInOneLineAndJudgesIntoFiles() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "Postgres refuses to run");

    Cli run = run(Map.of("PATH", "/nowhere"), "demo");

    assertThat(run.err())
        .startsWith("slowhour: Postgres cannot be started here, so this judges into files alone: ")
        .hasLineCount(1);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("written to demo-out/seed-day\n").doesNotContain("stored in");
    assertThat(temporary()).isEmptyDirectory();
  }

  @Test
  void thePasswordComesFromTheEnvironment() throws Exception {
    Postgres database = Postgres.migrated();

    Cli run =
        run(
            Map.of("PGUSER", "nobody_here", "PGPASSWORD", "s3cret"),
            "db",
            "check",
            "--jdbc",
            database.url());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .hasLineCount(1)
        .contains("the login was refused: ", "nobody_here")
        .doesNotContain("s3cret");
  }

  @Test
  void whateverThePlatformsCharsetVerdictsAreKoreanAndColouredWhereWanted() throws Exception {
    Cli run =
        run(
            Map.of("CLICOLOR_FORCE", "1", "LC_ALL", "C"),
            "demo",
            "--example",
            "recorded-hour",
            "--out",
            "out");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\u001B[33m동시성 계약 초과\u001B[0m");
    assertThat(run.exitCode()).isZero();
    assertThat(temporary()).isEmptyDirectory();
  }

  @Test
  void aFileThatCannotBeReadIsToldInOneLine() throws Exception {
    InputFolder input =
        InputFolder.in(folder, "in")
            .with("request_logs.jsonl", Request.at("2026-10-13T10:00+09:00").json())
            .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 1)));
    Files.createSymbolicLink(input.path().resolve("request_logs.2.jsonl"), Path.of("nowhere"));

    Cli run = run(Map.of(), "judge", "--in", "in", "--out", "out");

    assertThat(run)
        .isEqualTo(
            new Cli(2, "", "slowhour: request_logs.2.jsonl: cannot be read: no such file\n"));
  }
}
