package dev.slowhour.grafana;

import dev.slowhour.job.store.Access;
import dev.slowhour.job.store.Grantee;
import dev.slowhour.job.store.StoreException;
import dev.slowhour.job.testing.JudgedStore;
import dev.slowhour.job.testing.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The judged store with a score, a comparison and failures beside it, and its roles. */
final class Store implements AutoCloseable {

  private final Postgres database = JudgedStore.copy();
  private final List<Grantee> grantees = new ArrayList<>();
  private final Map<String, Connection> sessions = new HashMap<>();
  private final Map<String, Pattern> othersOf = new HashMap<>();
  private final Map<String, List<String>> all;

  Store() {
    database.execute(
        """
        INSERT INTO slowhour.failures SELECT tenant_id, endpoint_id, window_start, 1, 2, 3, 4, run_id
          FROM slowhour.windows;
        INSERT INTO slowhour.scores (name, version, planted, right_by_rule, right_at_slo)
          VALUES ('심은 하루', 'test', 7, 4, 7);
        INSERT INTO slowhour.score_windows (score_id, tenant_id, endpoint_id, window_start, planted,
            cause, has_answered_hour, verdict, verdict_at_slo, is_right, is_right_at_slo, missed_by,
            margin, noise)
          SELECT score_id, tenant_id, endpoint_id, window_start, verdict_at_slo, '이웃의 폭주', true,
            verdict, verdict_at_slo, verdict = verdict_at_slo, true,
            CASE WHEN verdict <> verdict_at_slo THEN 'over_concurrency' END, 12, 20
          FROM slowhour.windows, slowhour.scores WHERE accel_pool = 'cpu-pool-1';
        INSERT INTO slowhour.comparisons (kind, name, before_name, after_name, version, hours,
            shift_hours, left_out_before, left_out_after)
          VALUES ('compare', '상한 앞뒤', '상한 없음', '테넌트별 상한', 'test', 3, 0, 1, 0);
        INSERT INTO slowhour.comparison_windows (comparison_id, tenant_id, endpoint_id, window_start,
            verdict_before, verdict_after, request_count_before, request_count_after,
            slo_miss_count_before, slo_miss_count_after, is_changed, is_marginal, is_changed_at_slo)
          SELECT comparison_id, tenant_id, endpoint_id, window_start, verdict, verdict_at_slo,
            request_count, request_count, slo_miss_count, 0, verdict <> verdict_at_slo,
            CASE WHEN verdict <> verdict_at_slo THEN false END, false
          FROM slowhour.windows, slowhour.comparisons WHERE accel_pool = 'cpu-pool-1';
        INSERT INTO slowhour.comparison_goodput
          SELECT comparison_id, side, side, tenant_id, 100, 120, 3, 3600, 0.0278, 0.813
          FROM slowhour.comparisons, (SELECT DISTINCT tenant_id FROM slowhour.windows
            WHERE accel_pool = 'cpu-pool-1') t, (VALUES ('before'), ('after')) s (side);\
        """);
    all =
        Map.of(
            "tenant", values("SELECT DISTINCT tenant_id FROM slowhour.windows ORDER BY 1"),
            "pool", values("SELECT DISTINCT accel_pool FROM slowhour.windows ORDER BY 1"),
            "comparison", values("SELECT comparison_id FROM slowhour.comparisons"));
  }

  Postgres database() {
    return database;
  }

  String role(Grantee grantee) throws StoreException {
    grantees.add(grantee);
    return Access.grant(database.address(), grantee, "secret");
  }

  /** Runs a query as that role. */
  Result run(String role, String sql) throws SQLException {
    Connection session = sessions.get(role);
    if (session == null) {
      session = database.connectAs(role);
      sessions.put(role, session);
      try (Statement statement = session.createStatement()) {
        // What comes out must not hang on the zone of a session.
        statement.execute("SET TIME ZONE 'America/St_Johns'");
      }
    }
    return Result.of(session, sql);
  }

  /** Ids and names of other tenants in a text, as whole words, but for what is its own as well. */
  List<String> namesOfOthers(String text, String tenant) {
    return othersOf
        .computeIfAbsent(tenant, this::othersOf)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  private Pattern othersOf(String tenant) {
    Set<String> own = new HashSet<>();
    Set<String> others = new TreeSet<>();
    for (Map<String, String> contract :
        database.rows("SELECT tenant_id, tenant_name, endpoint_id FROM slowhour.contracts")) {
      (contract.get("tenant_id").equals(tenant) ? own : others).addAll(contract.values());
    }
    others.removeAll(own);
    return Pattern.compile(
        "(?<![\\p{L}\\p{Nd}_-])(?:"
            + others.stream().map(Pattern::quote).collect(Collectors.joining("|"))
            + ")(?![\\p{L}\\p{Nd}_-])");
  }

  /** What "all" stands for. */
  Map<String, List<String>> all() {
    return all;
  }

  List<String> values(String sql) {
    return database.rows(sql).stream().map(row -> row.values().iterator().next()).toList();
  }

  /** Takes its roles away, which are the server's. */
  @Override
  public void close() throws StoreException, SQLException {
    for (Connection session : sessions.values()) {
      session.close();
    }
    for (Grantee grantee : grantees) {
      Access.revoke(database.address(), grantee);
    }
  }
}
