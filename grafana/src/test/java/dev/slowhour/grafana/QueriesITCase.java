package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.store.Grantee;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of every panel, variable, annotation and alert rule against a real Postgres with the
 * worked inputs judged into it, expanded as Grafana does, under each role that will run it.
 */
class QueriesITCase {

  private static final Set<String> PLAIN_TYPES =
      Set.of("text", "float8", "timestamptz", "int4", "int8");

  private static Store store;
  private static String operations;
  private static String joint;
  private static final Map<String, String> CUSTOMERS = new LinkedHashMap<>();

  @BeforeAll
  static void makeStore() throws Exception {
    store = new Store();
    operations = store.role(Grantee.operations());
    joint = store.role(Grantee.joint());
    for (String tenant : store.all().get("tenant")) {
      CUSTOMERS.put(tenant, store.role(Grantee.customer(tenant)));
    }
  }

  @AfterAll
  static void takeRolesAway() throws Exception {
    store.close();
  }

  static List<Query> queries() {
    List<Query> queries = Query.all();
    assertThat(queries).hasSizeGreaterThan(50);
    return queries;
  }

  private static Result run(Query query, Situation situation, String role) throws Exception {
    return store.run(role, situation.of(query.where(), store.all()).of(query.sql()));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void givesOperationsWhatItsPanelNeeds(Query query) throws Exception {
    int rows = 0;
    for (Situation situation : Situation.all()) {
      Result result = run(query, situation, operations);
      rows += result.rows().size();
      assertShape(query, result);
    }
    // What alert rules give hangs on the time: AlertRulesITCase.
    if (!query.kind().equals("alert")) {
      assertThat(rows).as("rows in any situation").isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void runsForACustomerWhereCustomersHaveIt(Query query) throws Exception {
    if (!query.audience().equals("shared")) {
      return;
    }
    for (Situation situation : Situation.all()) {
      Result ofCustomer = run(query, situation, CUSTOMERS.get(situation.tenant()));
      assertShape(query, ofCustomer);
      // What is about one tenant alone is the same for it as for operations.
      if (query.where().startsWith(Links.MONTH) && !query.kind().equals("variable")) {
        assertThat(ofCustomer).isEqualTo(run(query, situation, operations));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void runsOnASharedScreenWhereThoseHaveIt(Query query) throws Exception {
    if (query.audience().equals("joint")) {
      for (Situation situation : Situation.all()) {
        Result result = run(query, situation, joint);
        assertShape(query, result);
        assertThat(result).isEqualTo(run(query, situation, operations));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void showsACustomerNobodyElse(Query query) throws Exception {
    if (!query.audience().equals("shared")) {
      return;
    }
    for (Map.Entry<String, String> customer : CUSTOMERS.entrySet()) {
      for (Situation situation : Situation.all()) {
        // Also when somebody else's window is asked for by hand.
        assertThat(
                store.namesOfOthers(
                    run(query, situation, customer.getValue()).text(), customer.getKey()))
            .as("what %s sees of %s", customer.getKey(), situation)
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void theMonthNamesNobodyElseEvenForOperations(Query query) throws Exception {
    if (query.where().startsWith(Links.MONTH) && !query.kind().equals("variable")) {
      for (Situation situation : Situation.all()) {
        assertThat(
                store.namesOfOthers(run(query, situation, operations).text(), situation.tenant()))
            .isEmpty();
      }
    }
  }

  private static void assertShape(Query query, Result result) {
    Map<String, String> types = result.types();
    List<String> names = List.copyOf(types.keySet());
    assertThat(types.values()).as("types of %s", types).isSubsetOf(PLAIN_TYPES);
    switch (query.kind()) {
      case "variable" ->
          assertThat(names.size() == 1 || names.equals(List.of("__text", "__value"))).isTrue();
      case "annotation" ->
          assertThat(types)
              .isEqualTo(
                  Map.of(
                      "time",
                      "timestamptz",
                      "timeend",
                      "timestamptz",
                      "text",
                      "text",
                      "tags",
                      "text"));
      case "alert" -> assertAlert(result);
      case "timeseries", "state-timeline" -> assertTimes(result);
      case "stat" -> assertThat(result.rows()).hasSizeLessThanOrEqualTo(1);
      case "barchart" -> {
        assertThat(names.get(0)).isEqualTo(query.owner().get("options").get("xField").asText());
        assertThat(types.get(names.get(0))).isEqualTo("text");
      }
      case "table" -> {}
      default -> throw new AssertionError(query.kind());
    }
    if (query.owner().has("fieldConfig")) {
      assertThat(DashboardRulesTest.namesSpokenOf(query.owner())).isSubsetOf(names);
    }
  }

  /** Ascending instants in a column of that name; then numbers, or text and one number. */
  private static void assertTimes(Result result) {
    List<String> names = List.copyOf(result.types().keySet());
    assertThat(names.get(0)).isEqualTo("time");
    assertThat(result.types().get("time")).isEqualTo("timestamptz");
    List<String> numbers =
        names.stream().filter(name -> result.types().get(name).equals("float8")).toList();
    List<String> labels =
        names.stream().filter(name -> result.types().get(name).equals("text")).toList();
    assertThat(numbers.size() + labels.size() + 1).isEqualTo(names.size());
    assertThat(numbers).hasSizeGreaterThanOrEqualTo(1);
    if (!labels.isEmpty()) {
      assertThat(numbers).hasSize(1);
    }
    List<Timestamp> times = result.rows().stream().map(row -> (Timestamp) row.get("time")).toList();
    assertThat(times).isSorted();
  }

  /** One number, everything else text, no two rows with the same text. */
  static void assertAlert(Result result) {
    List<String> numbers = new ArrayList<>();
    result
        .types()
        .forEach(
            (name, type) -> {
              if (type.equals("float8")) {
                numbers.add(name);
              } else {
                assertThat(type).isEqualTo("text");
              }
            });
    assertThat(numbers).containsExactly("value");
    Set<Map<String, Object>> labels = new HashSet<>();
    for (Map<String, Object> row : result.rows()) {
      // Null would become NaN, which fires.
      assertThat(row).doesNotContainValue(null);
      Map<String, Object> label = new LinkedHashMap<>(row);
      label.remove("value");
      assertThat(labels.add(label)).as("%s", label).isTrue();
    }
  }
}
