package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.store.StoreAddress;
import dev.slowhour.job.testing.JudgedStore;
import dev.slowhour.job.testing.Postgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code grant} as it is typed: what it prints, and where the password is. */
class GrantCommandITCase {

  private static final Pattern ROLE = Pattern.compile("slowhour_[a-z]+_[0-9a-f]{16}");

  @TempDir private Path folder;
  private final Postgres database = JudgedStore.copy();

  private Cli grant(String... options) {
    return Cli.run(
        Stream.concat(Stream.of("grant", "--jdbc", database.url()), Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void printsTheDatasourceOfTheCustomersOrganisation() throws Exception {
    Path password = folder.resolve("pass'word");

    Cli run =
        grant("--tenant", "tnt-c03", "--role-password-file", password.toString(), "--org", "3");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    Matcher role = ROLE.matcher(run.out());
    assertThat(role.find()).isTrue();
    assertThat(run.out())
        .isEqualTo(
            """
            # Postgres as tenant tnt-c03 sees it. A file for Grafana's provisioning/datasources/.
            apiVersion: 1
            datasources:
              - name: Slowhour Postgres
                orgId: 3
                uid: slowhour-postgres
                type: postgres
                access: proxy
                url: '%s'
                user: %s
                jsonData:
                  database: '%s'
                  sslmode: disable
                  postgresVersion: 1500
                  timescaledb: false
                  maxOpenConns: 10
                  maxIdleConns: 2
                  connMaxLifetime: 14400
                  timeInterval: 1m
                secureJsonData:
                  password: $__file{%s}
                editable: false
            """
                .formatted(
                    database.display().split("/", 2)[0], role.group(), database.name(), password));
    assertThat(run.out()).doesNotContain(Files.readString(password));

    assertThat(grant("--tenant", "tnt-c03", "--revoke").out())
        .isEqualTo(database.display() + ": role " + role.group() + " of tenant tnt-c03 is gone\n");
    assertThat(grant("--tenant", "tnt-c03", "--revoke").out())
        .isEqualTo(database.display() + ": there was no role of tenant tnt-c03\n");
  }

  @Test
  void makesAPasswordThatItsOwnerAloneMayRead() throws Exception {
    Path password = folder.resolve("password");

    grant("--joint", "--role-password-file", password.toString());

    assertThat(Files.readString(password)).matches("[A-Za-z0-9_-]{32}");
    assertThat(Files.getPosixFilePermissions(password))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    String before = Files.readString(password);
    grant("--joint", "--role-password-file", password.toString());
    assertThat(password).hasContent(before);
    grant("--joint", "--revoke");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1/db, disable",
    "localhost:6432/db?sslmode=prefer, disable",
    "[::1]/db?sslmode=allow, disable",
    "db.example/db, require",
    "db.example/db?sslmode=prefer, require",
    "db.example/db?sslmode=disable, disable",
    "db.example/db?sslmode=verify-full, verify-full"
  })
  void grafanaIsGivenAnSslModeThatItKnows(String place, String mode) throws Exception {
    assertThat(
            DatasourceText.sslMode(
                StoreAddress.of("jdbc:postgresql://" + place, Map.of(), Optional.empty())))
        .isEqualTo(mode);
  }

  @Test
  void whatIsMissingIsSaidInOneLine() throws Exception {
    assertThat(grant("--tenant", "tnt-c03").err())
        .startsWith("slowhour: --role-password-file is missing (expected: ");
    assertThat(grant("--role-password-file", "x").err()).contains("--tenant");
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(grant("--joint", "--role-password-file", empty.toString()).err())
        .startsWith("slowhour: role-password-file: " + empty + ": its first line is empty");
    Cli unknown =
        grant("--tenant", "nobody", "--role-password-file", folder.resolve("p").toString());
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).hasLineCount(1).startsWith("slowhour: tenant: nobody (expected: ");
  }
}
