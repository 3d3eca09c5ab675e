package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.batch.Outputs;
import dev.slowhour.job.testing.JudgedStore;
import dev.slowhour.job.testing.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the roles see and what they cannot do, logged in as each. */
class AccessITCase {

  private static final String READABLE =
      """
      SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'slowhour' AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
        AND (has_any_column_privilege(c.oid, 'SELECT') OR c.relkind = 'S'
          AND has_sequence_privilege(c.oid, 'SELECT')) ORDER BY 1
      """;

  private static Postgres database;
  private static String customer;
  private static String operations;
  private static String joint;

  @BeforeAll
  static void makeRoles() throws Exception {
    database = JudgedStore.copy();
    customer = Access.grant(database.address(), Grantee.customer("tnt-c03"), "secret");
    operations = Access.grant(database.address(), Grantee.operations(), "secret");
    joint = Access.grant(database.address(), Grantee.joint(), "secret");
  }

  /** Roles are the server's and would be there for tests of other databases. */
  @AfterAll
  static void takeRolesAway() throws Exception {
    Access.revoke(database.address(), Grantee.customer("tnt-c03"));
    Access.revoke(database.address(), Grantee.operations());
    Access.revoke(database.address(), Grantee.joint());
  }

  private static List<String> column(String role, String sql) throws SQLException {
    try (Connection connection = database.connectAs(role);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (result.next()) {
        values.add(result.getString(1));
      }
      return values;
    }
  }

  // Which relations. One that is added is readable for nobody until a migration says so.

  @Test
  void aCustomerReadsTheseRelationsAndNoOthers() throws Exception {
    assertThat(column(customer, READABLE))
        .containsExactly(
            "access_roles",
            "contracts",
            "evidence",
            "failures",
            "named_endpoints",
            "notes",
            "notice_counts",
            "pool_hours",
            "shown_events",
            "shown_minutes",
            "shown_notices",
            "shown_pool_minutes",
            "windows");
  }

  @Test
  void aSharedScreenReadsCountsAlone() throws Exception {
    assertThat(column(joint, READABLE))
        .containsExactly("access_roles", "notice_counts", "pool_hours");
    assertThat(
            column(
                joint,
                "SELECT column_name FROM information_schema.columns WHERE table_name IN"
                    + " ('notice_counts', 'pool_hours') AND column_name ~ 'tenant|endpoint'"))
        .isEmpty();
  }

  @Test
  void aTableOfALaterMigrationIsReadableForNobody() throws Exception {
    Postgres later = JudgedStore.copy();
    later.execute("CREATE TABLE slowhour.later (tenant_id text)");

    for (String role : List.of(customer, operations, joint)) {
      assertThat(
              later.count(
                  "SELECT has_any_column_privilege('"
                      + role
                      + "', 'slowhour.later', 'SELECT')::int"))
          .as(role)
          .isZero();
    }
  }

  // Which rows.

  @ParameterizedTest
  @ValueSource(
      strings = {"windows", "contracts", "evidence", "notes", "shown_minutes", "shown_notices"})
  void aCustomerSeesItsOwnRowsAndAllOfThem(String relation) throws Exception {
    assertThat(column(customer, "SELECT DISTINCT tenant_id FROM slowhour." + relation))
        .containsExactly("tnt-c03");
    String base = relation.replace("shown_", "");
    assertThat(column(customer, "SELECT count(*) FROM slowhour." + relation))
        .containsExactly(
            String.valueOf(
                database.count(
                    "SELECT count(*) FROM slowhour." + base + " WHERE tenant_id = 'tnt-c03'")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "windows",
        "contracts",
        "evidence",
        "notes",
        "minutes",
        "notices",
        "pool_minutes",
        "runs",
        "events"
      })
  void operationsSeeEverything(String table) throws Exception {
    assertThat(column(operations, "SELECT count(*) FROM slowhour." + table))
        .containsExactly(String.valueOf(database.rowsOf(table)));
  }

  @Test
  void whoIsLetInWithoutARowInTheTableOfRolesSeesNothing() throws Exception {
    database.execute("CREATE ROLE stray LOGIN IN ROLE slowhour_customer");
    try {
      assertThat(column("stray", "SELECT tenant_id FROM slowhour.windows")).isEmpty();
      assertThat(column("stray", "SELECT tenant_id FROM slowhour.shown_minutes")).isEmpty();
      assertThat(column("stray", "SELECT accel_pool FROM slowhour.pool_hours")).isEmpty();
      assertThat(column("stray", "SELECT role_name FROM slowhour.access_roles")).isEmpty();
    } finally {
      database.execute("DROP ROLE stray");
    }
  }

  // What of a row.

  @Test
  void otherTenantsRequestsAMinuteAreThereForIsolationFailuresAlone() throws Exception {
    String verdicts =
        "SELECT DISTINCT w.verdict || ' ' || (m.other_tenant_requests IS NULL) FROM"
            + " slowhour.shown_minutes m JOIN slowhour.windows w USING (tenant_id, endpoint_id,"
            + " window_start) ORDER BY 1";

    assertThat(column(customer, verdicts))
        .containsExactly("SLO 안에서 처리됨 true", "계약 동시성을 넘겨 보냄 true", "계약 안인데 밀림 · 성능 격리 실패 false");
    assertThat(column(operations, verdicts)).allMatch(row -> row.endsWith("false"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT revision FROM slowhour.windows",
        "SELECT * FROM slowhour.windows",
        "SELECT other_tenant_requests FROM slowhour.minutes",
        "SELECT raw_line FROM slowhour.notices",
        "SELECT text FROM slowhour.events",
        "SELECT failure FROM slowhour.runs",
        "SELECT * FROM slowhour.pool_minutes",
        "SELECT slowhour.own_tenant() FROM slowhour.schema_history"
      })
  void aCustomerIsRefused(String sql) {
    assertThatThrownBy(() -> column(customer, sql)).hasMessageContaining("permission denied");
  }

  @Test
  void rawLinesSentencesFilesAndTextsOfEventsAreForOperations() throws Exception {
    String notices =
        "SELECT DISTINCT raw_line IS NULL AND message IS NULL AND file IS NULL"
            + " FROM slowhour.shown_notices";
    assertThat(column(customer, notices)).containsExactly("t");
    assertThat(column(operations, notices)).containsExactly("f");

    assertThat(column(customer, "SELECT text FROM slowhour.shown_events"))
        .containsExactly((String) null);
    assertThat(column(operations, "SELECT text FROM slowhour.shown_events ORDER BY minute"))
        .containsExactly("tnt-f06 의 새 리비전을 올림", "창이 없는 시간대의 재시작");
  }

  @Test
  void countsOfLinesAreOfAllTenantsForAll() throws Exception {
    String sum = "SELECT sum(lines) FROM slowhour.notice_counts";
    String all = String.valueOf(database.count("SELECT sum(line_count) FROM slowhour.notices"));

    assertThat(column(customer, sum)).containsExactly(all);
    assertThat(column(joint, sum)).containsExactly(all);
  }

  @Test
  void countsOfWindowsAreThoseOfTheHoursInWhichACustomerHasOneInThePool() throws Exception {
    String sum = "SELECT sum(windows) FROM slowhour.pool_hours";

    assertThat(column(joint, sum)).containsExactly(String.valueOf(database.rowsOf("windows")));
    assertThat(column(customer, sum))
        .containsExactly(
            String.valueOf(
                database.count(
                    "SELECT count(*) FROM slowhour.windows WHERE (accel_pool, window_start) IN"
                        + " (SELECT accel_pool, window_start FROM slowhour.windows"
                        + " WHERE tenant_id = 'tnt-c03')")));
  }

  // What a session can change about it.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET app.tenant = 'tnt-f06'",
        "SET row_security = off",
        "SET default_transaction_read_only = off",
        "SET ROLE slowhour_customer",
        "SET ROLE slowhour_operations",
        "SET SESSION AUTHORIZATION postgres",
        "UPDATE slowhour.access_roles SET tenant_id = 'tnt-f06'",
        "CREATE TABLE slowhour.filler (a int)"
      })
  void nothingThatASessionSaysShowsMore(String statement) throws Exception {
    try (Connection connection = database.connectAs(customer);
        Statement session = connection.createStatement()) {
      boolean isRefused = false;
      try {
        session.execute("SET default_transaction_read_only = off");
        session.execute(statement);
      } catch (SQLException e) {
        isRefused = true;
      }
      assertThat(isRefused)
          .isEqualTo(
              !(statement.startsWith("SET app")
                  || statement.startsWith("SET row")
                  || statement.startsWith("SET default")
                  || statement.equals("SET ROLE slowhour_customer")));
      // With row_security off a query that policies would filter is refused as a whole.
      if (!statement.contains("row_security")) {
        try (ResultSet others =
            session.executeQuery(
                "SELECT count(*) FROM slowhour.windows WHERE tenant_id <> 'tnt-c03'")) {
          others.next();
          assertThat(others.getLong(1)).isZero();
        }
      } else {
        assertThatThrownBy(() -> session.executeQuery("SELECT count(*) FROM slowhour.windows"))
            .hasMessageContaining("row-level security");
      }
    }
  }

  @Test
  void temporaryTablesAreForTheOwnerOfTheDatabase() throws Exception {
    assertThat(
            Postgres.migrated()
                .count(
                    "SELECT has_database_privilege('"
                        + customer
                        + "', current_database(), 'TEMPORARY')::int"))
        .isZero();
  }

  @Test
  void aReaderWritesNothing() {
    for (String role : List.of(customer, operations, joint)) {
      for (String table : List.of("windows", "notices", "access_roles", "runs")) {
        assertThatThrownBy(
                () ->
                    column(
                        role, "BEGIN; SET TRANSACTION READ WRITE; DELETE FROM slowhour." + table))
            .hasMessageContaining("permission denied");
      }
    }
  }

  // Granting.

  @Test
  void grantingAgainKeepsTheRoleAndSetsThePassword() throws Exception {
    String before =
        database
            .rows("SELECT rolpassword FROM pg_authid WHERE rolname = '" + customer + "'")
            .toString();

    assertThat(Access.grant(database.address(), Grantee.customer("tnt-c03"), "another"))
        .isEqualTo(customer);
    assertThat(
            database
                .rows("SELECT rolpassword FROM pg_authid WHERE rolname = '" + customer + "'")
                .toString())
        .startsWith("[{rolpassword=SCRAM-SHA-256$")
        .isNotEqualTo(before);
  }

  @Test
  void namesOfRolesSayNothingOfTheTenant() {
    assertThat(customer).matches("slowhour_customer_[0-9a-f]{16}");
  }

  @Test
  void aTenantThatTheStoreDoesNotKnowIsRefused() {
    assertThatThrownBy(
            () -> Access.grant(database.address(), Grantee.customer("tnt-typo"), "secret"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "tenant: tnt-typo (expected: a tenant with a contract in the store; judge its logs"
                + " first)");
  }

  @Test
  void aRoleThatIsTakenAwayIsGone() throws Exception {
    String role = Access.grant(database.address(), Grantee.customer("tnt-k11"), "secret");

    assertThat(Access.revoke(database.address(), Grantee.customer("tnt-k11"))).contains(role);
    assertThat(Access.revoke(database.address(), Grantee.customer("tnt-k11"))).isEmpty();
    assertThatThrownBy(() -> database.connectAs(role)).hasMessageContaining("does not exist");
  }

  @Test
  void aRoleThatARestoredDumpLacksIsMadeAnew() throws Exception {
    database.execute(
        "INSERT INTO slowhour.access_roles VALUES ('slowhour_customer_lost', 'customer',"
            + " 'tnt-k11')");

    String role = Access.grant(database.address(), Grantee.customer("tnt-k11"), "secret");

    assertThat(column(role, "SELECT DISTINCT tenant_id FROM slowhour.windows"))
        .containsExactly("tnt-k11");
    Access.revoke(database.address(), Grantee.customer("tnt-k11"));
  }

  // A judge that is not the owner of the tables.

  @Test
  void aMemberOfTheWritersJudgesWithoutOwningTheTables(@TempDir Path folder) throws Exception {
    Postgres target = Postgres.migrated();
    target.execute("CREATE ROLE judge_of_tests LOGIN IN ROLE slowhour_writer");
    try {
      Path input = folder.resolve("in");
      Fixture.EDGE_DAY.copyTo(input);
      for (int run = 0; run < 2; run++) {
        new BatchRun(
                List.of(input.toString()),
                new Outputs(
                    Optional.empty(), Optional.of(target.addressOf("judge_of_tests")), true),
                JudgeSettings.defaults())
            .run(LocalCluster.environment(1, folder), job -> {});
      }
      assertThat(target.rowsOf("windows")).isEqualTo(22);
    } finally {
      target.execute("DROP OWNED BY judge_of_tests; DROP ROLE judge_of_tests");
    }
  }
}
