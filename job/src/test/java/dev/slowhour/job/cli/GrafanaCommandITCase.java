package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.store.Access;
import dev.slowhour.job.store.Grantee;
import dev.slowhour.job.testing.Postgres;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code grafana}: which one it takes, and what that is told. What it then does is Grafana's. */
class GrafanaCommandITCase {

  @TempDir private Path folder;

  private Path program(Path path, String script) throws Exception {
    Files.createDirectories(path.getParent());
    Files.writeString(path, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    return path;
  }

  private Cli run(Map<String, String> environment, String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new GrafanaCommand(Path.of(".."), environment))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(new FailureMessages())
            .setParameterExceptionHandler(new FailureMessages())
            .execute(options);
    return new Cli(exitCode, out.toString(), err.toString());
  }

  @Test
  void withoutOneTwoLinesSayHowToGetIt() {
    Cli run = run(Map.of("PATH", folder.toString()), "--jdbc", "jdbc:postgresql://127.0.0.1/x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .hasLineCount(2)
        .startsWith("slowhour: no Grafana here (expected: GRAFANA_HOME, ")
        .contains("grafana.com/grafana/download");
  }

  @Test
  void anUnpackedArchiveComesBeforeThePathAndThatBeforeDocker() throws Exception {
    Path home = folder.resolve("unpacked");
    Path path = folder.resolve("path");
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", path.toString());
    assertThat(GrafanaProgram.find(environment)).isEmpty();

    Path docker = program(path.resolve("docker"), "");
    assertThat(GrafanaProgram.find(environment))
        .contains(new GrafanaProgram(List.of(docker.toString(), "run", "--rm"), true));
    Path old = program(path.resolve("grafana-server"), "");
    assertThat(GrafanaProgram.find(environment))
        .contains(
            new GrafanaProgram(List.of(old.toString(), "--homepath=/usr/share/grafana"), false));
    Path grafana = program(path.resolve("grafana"), "");
    Files.createDirectories(folder.resolve("public"));
    assertThat(GrafanaProgram.find(environment))
        .contains(
            new GrafanaProgram(
                List.of(grafana.toString(), "server", "--homepath=" + folder.toRealPath()), false));
    environment.put("GRAFANA_HOME", home.toString());
    assertThat(GrafanaProgram.find(environment)).as("one that is not there").isEmpty();
    Path unpacked = program(home.resolve("bin/grafana"), "");
    assertThat(GrafanaProgram.find(environment))
        .contains(
            new GrafanaProgram(
                List.of(unpacked.toString(), "server", "--homepath=" + home), false));
  }

  @Test
  void itIsToldAllThatProvisioningAsksFor() throws Exception {
    Postgres database = Postgres.migrated();
    Path told = folder.resolve("told");
    program(folder.resolve("home/bin/grafana"), "env > " + told + "; exit 3");
    Path data = folder.resolve("data");

    Cli run =
        run(
            Map.of("GRAFANA_HOME", folder.resolve("home").toString()),
            "--jdbc",
            database.url(),
            "--data",
            data.toString(),
            "--port",
            "3999");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "slowhour: Grafana ended with code 3; see " + data.resolve("grafana.log") + "\n");
    Map<String, String> environment =
        Files.readAllLines(told).stream()
            .map(line -> line.split("=", 2))
            .filter(pair -> pair.length == 2)
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, again) -> first));
    String role = Access.revoke(database.address(), Grantee.operations()).orElseThrow();
    assertThat(environment)
        .containsEntry("SLOWHOUR_PG", database.display().split("/", 2)[0])
        .containsEntry("SLOWHOUR_PG_DATABASE", database.name())
        .containsEntry("SLOWHOUR_PG_USER", role)
        .containsEntry("SLOWHOUR_PG_SSLMODE", "disable")
        .containsEntry("SLOWHOUR_PG_PASSWORD", Files.readString(data.resolve("role-password")))
        .containsEntry("GF_SERVER_HTTP_ADDR", "127.0.0.1")
        .containsEntry("GF_SERVER_HTTP_PORT", "3999")
        .containsEntry("GF_AUTH_ANONYMOUS_ENABLED", "false")
        .containsEntry(
            "GF_SECURITY_ADMIN_PASSWORD", Files.readString(data.resolve("admin-password")));
    // Every variable that the files name has a value.
    assertThat(environment)
        .containsKeys("SLOWHOUR_PROMETHEUS", "SLOWHOUR_ALERT_WEBHOOK", "SLOWHOUR_DASHBOARDS");
    assertThat(Path.of(environment.get("SLOWHOUR_DASHBOARDS"), "shared/slowhour-day.json"))
        .exists();
    assertThat(Path.of(environment.get("GF_PATHS_PROVISIONING"), "alerting/policy.yaml")).exists();
    assertThat(run.out()).isEmpty();
    assertThat(Optional.of(run.err()))
        .hasValueSatisfying(
            text -> assertThat(text).doesNotContain(environment.get("SLOWHOUR_PG_PASSWORD")));
  }

  @Test
  void aContainerGetsPasswordsByNameAndNotOnItsCommandLine() throws Exception {
    Postgres database = Postgres.migrated();
    Path told = folder.resolve("told");
    program(folder.resolve("path/docker"), "echo \"$@\" > " + told + "; exit 1");

    Cli run =
        run(
            Map.of("PATH", folder.resolve("path").toString()),
            "--jdbc",
            database.url(),
            "--data",
            folder.resolve("data").toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(Files.readString(told))
        .startsWith("run --rm --network host -e ")
        .contains(" -e SLOWHOUR_PG_PASSWORD ", ":ro " + GrafanaProgram.IMAGE)
        .doesNotContain(Files.readString(folder.resolve("data/role-password")));
    Access.revoke(database.address(), Grantee.operations());
  }
}
