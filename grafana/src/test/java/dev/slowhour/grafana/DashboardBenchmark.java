package dev.slowhour.grafana;

import dev.slowhour.job.store.Access;
import dev.slowhour.job.store.Grantee;
import dev.slowhour.job.testing.Postgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * How long each query takes on the large store; run by hand, for docs/benchmarks.md: {@code mvn -B
 * test -pl core,job,grafana -Dtest=DashboardBenchmark -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class DashboardBenchmark {

  private static final int RUNS = 7;

  @Test
  void timeEachQuery() throws Exception {
    Postgres database = LargeStore.make(30);
    for (Grantee grantee : new Grantee[] {Grantee.operations(), Grantee.customer("tnt-7")}) {
      String role = Access.grant(database.address(), grantee, "secret");
      try (Connection connection = database.connectAs(role);
          Statement statement = connection.createStatement()) {
        for (Query query : Query.all()) {
          if (grantee.toString().equals("operations") || query.audience().equals("shared")) {
            time(statement, grantee, query);
          }
        }
      }
      Access.revoke(database.address(), grantee);
    }
  }

  private static void time(Statement statement, Grantee grantee, Query query) throws Exception {
    String sql = LargeSituation.expanded(query);
    double[] milliseconds = new double[RUNS];
    int rows = 0;
    for (int run = 0; run < RUNS; run++) {
      long start = System.nanoTime();
      rows = 0;
      try (ResultSet result = statement.executeQuery(sql)) {
        while (result.next()) {
          rows++;
        }
      }
      milliseconds[run] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(milliseconds);
    System.out.printf(
        Locale.ROOT,
        "%-14s %-60s %7d rows %8.1f ms median %8.1f ms max%n",
        grantee,
        query,
        rows,
        milliseconds[RUNS / 2],
        milliseconds[RUNS - 1]);
  }
}
