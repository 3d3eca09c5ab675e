package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slowhour.job.store.Schema;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code judge --jdbc} and {@code db} as they are typed: what is said, and how it ends. */
class StoreCommandsITCase {

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");

  @TempDir private Path folder;

  @BeforeEach
  void makeInput() throws IOException {
    input(1);
  }

  private void input(int hours) throws IOException {
    InputFolder.in(folder, "in")
        .with(
            "request_logs.jsonl",
            IntStream.range(0, hours)
                .mapToObj(hour -> AT_TEN.id("r-" + hour).after(Duration.ofHours(hour)).json())
                .toList())
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "endpoint", 800)));
  }

  private Cli judge(String url, String... options) {
    return Cli.run(
        Stream.concat(
                Stream.of("judge", "--in", folder.resolve("in").toString(), "--jdbc", url),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private static void assertRefused(Cli run, String... parts) {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasLineCount(1).startsWith("slowhour: ").contains(parts);
  }

  @Test
  void judgesIntoTheStoreAlone() throws Exception {
    Postgres database = Postgres.migrated();

    Cli run = judge(database.url());

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            hour                    tenant  endpoint  misses           peak  worst minute  verdict
            2026-10-13 10:00+09:00  tenant  endpoint     0/1  0%%  1/1000000                SLO 안

            requests read: 1, windows judged: 1, notices: 0
            no readable pool_metrics: the pool's figures are empty
            stored in %s as run 1: 1 windows
            """
                .formatted(database.display()));
    assertThat(run.exitCode()).isZero();
    assertThat(folder).isDirectoryNotContaining(path -> !path.endsWith("in"));
  }

  @Test
  void saysHowManyWindowsItLeftAloneAndRemoved() throws Exception {
    Postgres database = Postgres.migrated();
    input(2);
    judge(database.url());
    database.execute("UPDATE slowhour.windows SET revision = revision + 1000");

    assertThat(judge(database.url()).out())
        .contains(
            "\nstored in "
                + database.display()
                + " as run 2: 0 windows\nleft alone: 2 windows that were judged from more before"
                + " (--replace replaces them)\n");

    input(1);
    Cli replacing =
        judge(
            database.url(),
            "--replace",
            "--from",
            "2026-10-13T10:00+09:00",
            "--to",
            "2026-10-13T12:00+09:00");
    assertThat(replacing.out())
        .contains(" as run 3: 1 windows\nremoved: 1 windows of these hours that did not come out");
  }

  // What cannot be done ends with one line and exit code 2.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://bob:s3cret@db/slowhour",
        "jdbc:postgresql://db/slowhour?user=bob&ssl=true",
        "jdbc:postgresql://db/slowhour?ssl=true&password=s3cret",
        "jdbc:postgresql://db/slowhour?pass%77ord=s3cret",
        "jdbc:postgresql://db/slowhour?sslpassword=s3cret"
      })
  void aUrlWithAUserOrAPasswordIsRefusedAndNotRepeated(String url) {
    Cli run = judge(url);

    assertRefused(run, "jdbc: the URL holds a user or a password (expected: ");
    assertThat(run.err()).doesNotContain("s3cret", "bob");
  }

  @Test
  void aUrlOfSomethingElseIsRefusedAndNotRepeated() {
    Cli run = judge("jdbc:mysql://root:s3cret@db/x");

    assertRefused(run, "jdbc: no URL of PostgreSQL (expected: ");
    assertThat(run.err()).doesNotContain("s3cret");
  }

  @Test
  void withoutAServerOneLineSaysSo() {
    assertRefused(
        judge("jdbc:postgresql://127.0.0.1:1/slowhour"),
        "Postgres at 127.0.0.1:1/slowhour: no connection: ");
  }

  @Test
  void withoutTablesOneLineSaysHowToMakeThem() {
    Postgres database = Postgres.empty();

    assertRefused(
        judge(database.url()),
        "Postgres at "
            + database.display()
            + ": schema version none (expected: "
            + Schema.VERSION
            + "; run: slowhour db");
  }

  @Test
  void aServerThatIsReadOnlyIsToldInOneLine() throws Exception {
    Postgres database = Postgres.migrated();
    database.execute(
        "ALTER DATABASE " + database.name() + " SET default_transaction_read_only = on");

    assertRefused(
        judge(database.url(), "--out", folder.resolve("out").toString()),
        ": it is read-only: cannot execute ");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aRoleThatMayOnlyReadIsToldInOneLine() throws Exception {
    Postgres database = Postgres.migrated();
    Path passwordFile = Files.writeString(folder.resolve("password"), "s3cret\n");
    database.execute(
        "CREATE ROLE reader_%1$s LOGIN PASSWORD 's3cret'; GRANT USAGE ON SCHEMA slowhour TO reader_%1$s;"
                .formatted(database.name())
            + " GRANT SELECT ON ALL TABLES IN SCHEMA slowhour TO reader_"
            + database.name());

    Cli run =
        judge(
            // The one way to log in as another within this process.
            database.url() + "?options=-c%20role%3Dreader_" + database.name(),
            "--jdbc-password-file",
            passwordFile.toString());

    assertRefused(run, ": the role may not do that: permission denied for ");
    assertThat(database.rowsOf("runs")).isZero();
  }

  @Test
  void aPasswordFileThatIsNotThereIsToldInOneLine() throws Exception {
    assertRefused(
        judge(Postgres.migrated().url(), "--jdbc-password-file", "/nowhere/password"),
        "jdbc-password-file: /nowhere/password: cannot be read: ");
  }

  @Test
  void aFullDiskIsToldInOneLineAndLeavesWhatWasThere() throws Exception {
    Path disk = Files.createDirectories(folder.resolve("disk"));
    // Room for the database and some 40 windows; 3,000 windows are some 60 MB.
    assumeTrue(
        exitCode("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString()) == 0,
        "a small disk can be mounted");
    Postgres database = null;
    try {
      Path data = Files.createDirectories(disk.resolve("data"));
      database = Postgres.migratedIn(data);
      assertThat(judge(database.url()).exitCode()).isZero();
      input(3_000);

      assertRefused(judge(database.url()), ": its disk is full: could not extend file ");

      assertThat(database.rowsOf("windows")).isEqualTo(1);
      assertThat(database.rowsOf("minutes")).isEqualTo(60);
      assertThat(
              database.count(
                  "SELECT count(*) FROM pg_class WHERE relname LIKE 'staging%' AND relkind = 'r'"))
          .isZero();
      assertThat(database.rows("SELECT outcome FROM slowhour.runs ORDER BY run_id"))
          .containsExactly(Map.of("outcome", "done"), Map.of("outcome", "failed"));
    } finally {
      if (database != null) {
        database.drop();
      }
      exitCode("umount", disk.toString());
    }
  }

  private static int exitCode(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Test
  void somewhereToWriteHasToBeGiven() {
    Cli run = Cli.run("judge", "--in", folder.resolve("in").toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--out and --jdbc are missing");
  }

  @Test
  void replacingIsForTheStoreAlone() {
    Cli run = Cli.run("judge", "--in", folder.resolve("in").toString(), "--out", "x", "--replace");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--replace: there is no --jdbc");
  }

  // Looking after the store.

  @Test
  void migrateMakesTheTablesAndCheckSaysThatTheyAreThere() {
    Postgres database = Postgres.empty();
    List<String> said = new ArrayList<>();
    for (String command : List.of("check", "migrate", "migrate", "check")) {
      Cli run = Cli.run("db", command, "--jdbc", database.url());
      said.add(
          run.exitCode()
              + " "
              + run.out()
                  .replace(database.display(), "DB")
                  .replace("version " + Schema.VERSION, "version LATEST")
                  .replaceAll("\\d migrations", "N migrations")
                  .strip());
    }

    assertThat(said)
        .containsExactly(
            "2 ",
            "0 DB: schema version LATEST, N migrations run",
            "0 DB: schema version LATEST, as it was",
            "0 DB: schema version LATEST, as expected");
  }

  @Test
  void pruneDeletesWhatIsOldEachAtItsAge() throws Exception {
    Postgres database = Postgres.migrated();
    input(3);
    judge(database.url());
    age(database, "10", "500 days");
    age(database, "11", "100 days");
    age(database, "12", "1 day");

    Cli run =
        Cli.run(
            "db",
            "prune",
            "--jdbc",
            database.url(),
            "--older-than",
            "400d",
            "--minutes-older-than",
            "90d");

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .startsWith(
            database.display()
                + ": deleted 1 windows with what belongs to them, 60 further minutes, 0 notices");
    assertThat(database.rowsOf("windows")).isEqualTo(2);
    assertThat(database.rowsOf("minutes")).isEqualTo(60);
  }

  private static void age(Postgres database, String hour, String age) {
    database.execute(
        """
        BEGIN;
        DELETE FROM slowhour.evidence;
        DELETE FROM slowhour.notes;
        DELETE FROM slowhour.pool_minutes;
        UPDATE slowhour.minutes m
          SET window_start = n.start, minute = m.minute + (n.start - w.window_start)
          FROM slowhour.windows w, (SELECT date_trunc('hour', now() - interval '%1$s') AS start) n
          WHERE w.window_key LIKE '%%T%2$s' AND (m.tenant_id, m.endpoint_id, m.window_start)
            = (w.tenant_id, w.endpoint_id, w.window_start);
        UPDATE slowhour.windows SET window_start = date_trunc('hour', now() - interval '%1$s')
          WHERE window_key LIKE '%%T%2$s';
        COMMIT\
        """
            .formatted(age, hour));
  }

  @Test
  void pruneNeedsAnAge() throws Exception {
    Postgres database = Postgres.migrated();

    assertThat(Cli.run("db", "prune", "--jdbc", database.url()).err())
        .contains("no age is given (expected: --older-than, ");
    assertThat(Cli.run("db", "prune", "--jdbc", database.url(), "--older-than", "0d").err())
        .contains("0d (expected: days or hours, such as 400d or 36h)");
  }
}
