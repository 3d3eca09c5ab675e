package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.JudgedStore;
import dev.slowhour.job.testing.Postgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Reads, as the role of each tenant, every column that it may read of every relation of the
 * database, those of the server included, and looks for ids and names of the other tenants.
 */
class LeakageITCase {

  private static final String READABLE_COLUMNS =
      """
      SELECT c.oid::regclass AS relation,
        string_agg(format('%I::text', a.attname), ', ' ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND has_schema_privilege(n.oid, 'USAGE')
        AND has_column_privilege(c.oid, a.attnum, 'SELECT')
      GROUP BY c.oid ORDER BY 1
      """;

  private final Postgres database = JudgedStore.copy();

  @Test
  void noRelationShowsACustomerAnIdOrANameOfAnother() throws Exception {
    List<Map<String, String>> contracts =
        database.rows(
            "SELECT DISTINCT tenant_id, tenant_name, endpoint_id FROM slowhour.contracts");
    List<String> tenants =
        contracts.stream().map(row -> row.get("tenant_id")).distinct().sorted().toList();
    assertThat(tenants).hasSize(26);

    List<String> leaks = new ArrayList<>();
    for (String tenant : tenants) {
      // All the other roles are there too: their names must say nothing.
      Access.grant(database.address(), Grantee.customer(tenant), "secret");
    }
    try {
      for (String tenant : tenants) {
        Pattern foreign = foreign(contracts, tenant);
        String role = Access.grant(database.address(), Grantee.customer(tenant), "secret");
        Reading reading = read(role);
        assertThat(reading.text()).as("what %s sees", tenant).contains(tenant);
        assertThat(reading.relations()).isGreaterThan(100);
        foreign
            .matcher(reading.text())
            .results()
            .forEach(found -> leaks.add(tenant + " sees " + found.group()));
      }
    } finally {
      for (String tenant : tenants) {
        Access.revoke(database.address(), Grantee.customer(tenant));
      }
    }
    assertThat(leaks).isEmpty();
  }

  @Test
  void theSearchFindsWhatASuperuserSees() throws Exception {
    List<Map<String, String>> contracts =
        database.rows(
            "SELECT DISTINCT tenant_id, tenant_name, endpoint_id FROM slowhour.contracts");

    assertThat(foreign(contracts, "tnt-c03").matcher(read("postgres").text()).results())
        .hasSizeGreaterThan(1000);
  }

  private record Reading(int relations, String text) {}

  private Reading read(String role) throws SQLException {
    StringBuilder text = new StringBuilder();
    int relations = 0;
    try (Connection connection = database.connectAs(role);
        Statement statement = connection.createStatement()) {
      for (Map<String, String> relation : relations(statement)) {
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT concat_ws(' | ', "
                    + relation.get("columns")
                    + ") FROM "
                    + relation.get("relation"))) {
          relations++;
          while (rows.next()) {
            text.append(rows.getString(1)).append('\n');
          }
        } catch (SQLException e) {
          // A view of the server may refuse what its privileges promise; ours may not.
          assertThat(relation.get("relation")).as(e.getMessage()).doesNotStartWith("slowhour.");
        }
      }
    }
    return new Reading(relations, text.toString());
  }

  private static List<Map<String, String>> relations(Statement statement) throws SQLException {
    try (ResultSet found = statement.executeQuery(READABLE_COLUMNS)) {
      List<Map<String, String>> relations = new ArrayList<>();
      while (found.next()) {
        relations.add(
            Map.of("relation", found.getString("relation"), "columns", found.getString("columns")));
      }
      return relations;
    }
  }

  /** Ids and names of others that are not also the tenant's own, as whole words. */
  private static Pattern foreign(List<Map<String, String>> contracts, String tenant) {
    Set<String> own = new LinkedHashSet<>();
    Set<String> others = new LinkedHashSet<>();
    for (Map<String, String> contract : contracts) {
      (contract.get("tenant_id").equals(tenant) ? own : others).addAll(contract.values());
    }
    // Tenants without a contract are in notices.
    others.addAll(List.of("tnt-none", "tnt-z98", "tnt-z99", "tnt-bad2", "tnt-bad4"));
    others.removeAll(own);
    return Pattern.compile(
        "(?<![\\p{L}\\p{Nd}_-])(?:"
            + others.stream().map(Pattern::quote).collect(Collectors.joining("|"))
            + ")(?![\\p{L}\\p{Nd}_-])");
  }
}
