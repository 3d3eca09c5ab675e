package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.job.store.Access;
import dev.slowhour.job.store.Grantee;
import dev.slowhour.job.testing.Postgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How Postgres finds the rows of each query among ten days of 500 endpoints: not by reading all.
 */
class PlansITCase {

  private static final Set<String> LARGE =
      Set.of("windows", "minutes", "pool_minutes", "evidence", "notes", "notices", "failures");

  private static Postgres database;
  private static String operations;
  private static String customer;

  @BeforeAll
  static void makeStore() throws Exception {
    database = LargeStore.make(10);
    operations = Access.grant(database.address(), Grantee.operations(), "secret");
    customer = Access.grant(database.address(), Grantee.customer("tnt-7"), "secret");
  }

  @AfterAll
  static void takeRolesAway() throws Exception {
    Access.revoke(database.address(), Grantee.operations());
    Access.revoke(database.address(), Grantee.customer("tnt-7"));
  }

  static List<Query> queries() {
    return Query.all().stream()
        .filter(query -> !query.where().startsWith(Links.COMPARISON))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void operationsFindByIndex(Query query) throws Exception {
    assertThat(readWhole(query, operations)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void aCustomerFindsByIndex(Query query) throws Exception {
    if (query.audience().equals("shared")) {
      assertThat(readWhole(query, customer)).isEmpty();
    }
  }

  /** Large tables that the plan reads from end to end. */
  private static Set<String> readWhole(Query query, String role) throws Exception {
    try (Connection connection = database.connectAs(role);
        Statement statement = connection.createStatement();
        ResultSet plan =
            statement.executeQuery("EXPLAIN (FORMAT JSON) " + LargeSituation.expanded(query))) {
      plan.next();
      JsonNode tree = new ObjectMapper().readTree(plan.getString(1));
      Set<String> whole = new TreeSet<>();
      for (JsonNode node : tree.findParents("Node Type")) {
        if (node.get("Node Type").asText().endsWith("Seq Scan")
            && LARGE.contains(node.path("Relation Name").asText())) {
          whole.add(node.get("Relation Name").asText());
        }
      }
      return whole;
    }
  }
}
