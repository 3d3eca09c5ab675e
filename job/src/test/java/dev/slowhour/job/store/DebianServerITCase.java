package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.batch.Outputs;
import dev.slowhour.job.testing.Postgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * The store on the distribution's own server, an older major than the embedded one. Only where that
 * server is installed: elsewhere the embedded one has to do.
 */
@EnabledIf("isInstalled")
class DebianServerITCase {

  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");

  private static Path folder;
  private static Path programs;
  private static int port;

  @TempDir private Path temporary;

  static boolean isInstalled() throws IOException {
    return programs().isPresent();
  }

  private static Optional<Path> programs() throws IOException {
    if (!Files.isDirectory(VERSIONS)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(VERSIONS)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Path::compareTo);
    }
  }

  @BeforeAll
  static void startServer() throws Exception {
    programs = programs().orElseThrow();
    // The server refuses root, and its own user has to reach the folder.
    folder = Files.createTempDirectory("slowhour-debian");
    if (isRoot()) {
      run("chown", "postgres", folder.toString());
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    runAsServer("initdb", "-D", data(), "-U", "postgres", "-A", "trust", "--no-sync");
    runAsServer(
        "pg_ctl",
        "-D",
        data(),
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -F",
        "-w",
        "start");
    Postgres.at(port, "postgres")
        .execute("CREATE ROLE \"" + System.getProperty("user.name") + "\" SUPERUSER LOGIN");
    Postgres.at(port, "postgres").execute("CREATE DATABASE store");
  }

  @AfterAll
  static void stopServer() throws Exception {
    runAsServer("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
    FileUtils.deleteDirectory(folder.toFile());
  }

  private static String data() {
    return folder.resolve("data").toString();
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static void runAsServer(String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    run(command.toArray(String[]::new));
  }

  private static void run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }

  @Test
  void itHoldsTheSameRowsAsTheEmbeddedOneHoweverOftenJudged() throws Exception {
    Path input = temporary.resolve("in");
    Fixture.SEED_DAY.copyTo(input);
    Postgres debian = Postgres.at(port, "store");
    Schema.migrate(debian.address());
    Postgres embedded = Postgres.migrated();

    judge(input, embedded);
    judge(input, debian);
    judge(input, debian);

    for (String table : List.of("windows", "minutes", "evidence", "notes", "pool_minutes")) {
      assertThat(debian.rowsOf(table)).as(table).isEqualTo(embedded.rowsOf(table));
    }
    String windows =
        "SELECT (to_jsonb(w) - '{run_id,judged_at,writing}'::text[])::text AS w FROM"
            + " slowhour.windows w ORDER BY tenant_id, endpoint_id, window_start";
    assertThat(debian.rows(windows)).hasSize(22).isEqualTo(embedded.rows(windows));
  }

  private void judge(Path input, Postgres database) throws Exception {
    new BatchRun(
            List.of(input.toString()),
            new Outputs(Optional.empty(), Optional.of(database.address()), false),
            JudgeSettings.defaults())
        .run(LocalCluster.environment(2, temporary.resolve("tmp")), job -> {});
  }
}
