package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slowhour.job.store.Grantee;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Alert rules on the worked days, moved so that the newest hour ends now: which rows fire, and with
 * which number an alert ends. What Grafana makes of a row with a number above the threshold is one
 * alert for its labels.
 */
class AlertRulesITCase {

  private static final String MOVE =
      """
      UPDATE slowhour.%1$s SET %2$s = %2$s + (
        SELECT date_trunc('minute', now()) - max(window_start) - interval '1 hour'
        FROM slowhour.windows)
      """;

  private Store store;
  private String operations;

  @BeforeEach
  void makeStore() throws Exception {
    store = new Store();
    operations = store.role(Grantee.operations());
  }

  @AfterEach
  void takeRolesAway() throws Exception {
    store.close();
  }

  /** Only the windows of those pools and days are left, and the newest ends now. */
  private void moveToNow(String condition) {
    sql(
        "DELETE FROM slowhour.windows WHERE NOT (" + condition + ")",
        "DELETE FROM slowhour.notices",
        "DELETE FROM slowhour.pool_minutes WHERE accel_pool NOT IN"
            + " (SELECT accel_pool FROM slowhour.windows)",
        MOVE.formatted("minutes", "minute")
            .replace(
                "SET minute",
                "SET window_start = window_start + ("
                    + "SELECT date_trunc('minute', now()) - max(window_start) - interval '1 hour'"
                    + " FROM slowhour.windows), minute"),
        MOVE.formatted("pool_minutes", "minute"),
        MOVE.formatted("windows", "window_start"),
        "UPDATE slowhour.windows SET judged_at = least(now(), window_start + interval '2 hours')");
  }

  private void sql(String... statements) {
    for (String statement : statements) {
      store.database().execute(statement);
    }
  }

  private static JsonNode rule(String uid) {
    return Committed.alertRules().stream()
        .filter(rule -> rule.get("uid").asText().equals(uid))
        .findFirst()
        .orElseThrow();
  }

  private List<Map<String, Object>> rows(String uid) throws Exception {
    JsonNode model = rule(uid).get("data").get(0).get("model");
    Result result =
        store.run(
            operations,
            new Expansion(Instant.now(), Instant.now(), Map.of()).of(model.get("rawSql").asText()));
    QueriesITCase.assertAlert(result);
    return result.rows();
  }

  private List<Map<String, Object>> firing(String uid) throws Exception {
    JsonNode evaluator =
        rule(uid).get("data").get(1).get("model").get("conditions").get(0).get("evaluator");
    assertThat(evaluator.get("type").asText()).isEqualTo("gt");
    double threshold = evaluator.get("params").get(0).asDouble();
    return rows(uid).stream().filter(row -> (Double) row.get("value") > threshold).toList();
  }

  private List<String> firingWindows(String uid) throws Exception {
    return firing(uid).stream()
        .map(row -> row.get("tenant") + " " + row.get("endpoint") + " " + row.get("window"))
        .sorted()
        .toList();
  }

  private List<String> stored(String condition) {
    return store
        .values(
            "SELECT tenant_id || ' ' || endpoint_id || ' ' || replace(right(window_key, 13), 'T', '"
                + " ') FROM slowhour.windows WHERE "
                + condition
                + " ORDER BY 1")
        .stream()
        .sorted()
        .toList();
  }

  private static final String BY_RULE = "verdict = '계약 안인데 밀림 · 성능 격리 실패'";
  private static final String SECOND_ONLY =
      "verdict <> verdict_at_slo AND verdict_at_slo = '계약 안인데 밀림 · 성능 격리 실패'";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "window_key LIKE '%/2026-10-13T%'",
        "window_key ~ '/2026-1(0-31|1-01)T'",
        "accel_pool = 'cpu-pool-1'"
      })
  void exactlyTheIsolationFailuresOfADayFireOnceEach(String day) throws Exception {
    moveToNow(day);
    sql("UPDATE slowhour.windows SET judged_at = now()");

    assertThat(firingWindows("slowhour-isolation-rule"))
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .isEqualTo(stored(BY_RULE));
    assertThat(firingWindows("slowhour-isolation-second"))
        .doesNotHaveDuplicates()
        .isEqualTo(stored(SECOND_ONLY));
  }

  @Test
  void aSeedDayFiresTwoAndARecordedHourTwoAndThreeByTheSecondReading() throws Exception {
    moveToNow("accel_pool = 'cpu-pool-1'");

    assertThat(firingWindows("slowhour-isolation-rule"))
        .containsExactly(
            "tnt-c03 ep-c-sum-02 2026-11-30 19", "tnt-d04 ep-d-search-01 2026-11-30 19");
    assertThat(firingWindows("slowhour-isolation-second"))
        .containsExactly(
            "tnt-a01 ep-a-chat-01 2026-11-30 19",
            "tnt-b02 ep-b-faq-01 2026-11-30 19",
            "tnt-c03 ep-c-chat-01 2026-11-30 19");
  }

  @Test
  void provisionalAndFinalAreOneAlertAndOpenIsNone() throws Exception {
    moveToNow("window_key LIKE '%/2026-10-13T%'");
    List<Map<String, Object>> before = firing("slowhour-isolation-rule");

    sql("UPDATE slowhour.windows SET state = 'provisional'");
    assertThat(firing("slowhour-isolation-rule")).isEqualTo(before);
    sql("UPDATE slowhour.windows SET state = 'open'");
    assertThat(firing("slowhour-isolation-rule")).isEmpty();
  }

  @Test
  void anAlertEndsWithTheReason() throws Exception {
    moveToNow("window_key LIKE '%/2026-10-13T15'");
    String key = "tnt-m13 ep-m-agent-01 2026-10-13 15";
    assertThat(firingWindows("slowhour-isolation-rule")).containsExactly(key);
    Object labels = withoutValue(firing("slowhour-isolation-rule").get(0));

    for (Map.Entry<String, Double> turned :
        Map.of("SLO 안에서 처리됨", -1.0, "계약 동시성을 넘겨 보냄", -2.0, "계약보다 긴 입력이 몰림", -3.0).entrySet()) {
      sql(
          "UPDATE slowhour.windows SET verdict = '"
              + turned.getKey()
              + "' WHERE tenant_id = 'tnt-m13'");
      assertThat(rows("slowhour-isolation-rule"))
          .filteredOn(row -> withoutValue(row).equals(labels))
          .singleElement()
          .satisfies(row -> assertThat(row).containsEntry("value", turned.getValue()));
    }
    sql("UPDATE slowhour.windows SET verdict = verdict_at_slo");
    sql("UPDATE slowhour.windows SET judged_at = now() - interval '181 minutes'");
    assertThat(rows("slowhour-isolation-rule"))
        .filteredOn(row -> withoutValue(row).equals(labels))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("value", 0.0));
    sql("UPDATE slowhour.windows SET judged_at = now() - interval '241 minutes'");
    assertThat(rows("slowhour-isolation-rule")).isEmpty();
  }

  @Test
  void judgingAnOldDayAgainTellsNobody() throws Exception {
    sql(
        "UPDATE slowhour.windows SET judged_at = now(), window_start = window_start - interval '90"
            + " days'");

    assertThat(rows("slowhour-isolation-rule")).isEmpty();
    assertThat(rows("slowhour-isolation-second")).isEmpty();
  }

  private static Map<String, Object> withoutValue(Map<String, Object> row) {
    Map<String, Object> labels = new java.util.LinkedHashMap<>(row);
    labels.remove("value");
    return labels;
  }

  // Early warning: 5 misses at least, and above 1 % of the last full hour or of what came so far.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4, 10, 100, 0",
        "5, 10, 100, 5",
        "5, 10, 500, 0",
        "5, 499, 100, 5",
        "5, 500, 100, 0",
        "6, 10, 500, 6"
      })
  void anOpenWindowWarnsFromFiveMissesAndOnePercentOn(String figures) throws Exception {
    List<Long> numbers = Stream.of(figures.split(", ")).map(Long::parseLong).toList();
    moveToNow("tenant_id = 'tnt-m13' AND window_key LIKE '%/2026-10-13T1%'");
    sql(
        "UPDATE slowhour.windows SET window_start = window_start + interval '30 minutes'",
        "UPDATE slowhour.windows SET request_count = " + numbers.get(2) + ", slo_miss_count = 0",
        "UPDATE slowhour.windows SET state = 'open', slo_miss_count = "
            + numbers.get(0)
            + ", request_count = "
            + numbers.get(1)
            + " WHERE window_key LIKE '%T15'");

    assertThat(rows("slowhour-early-warning"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("value", numbers.get(3).doubleValue()));
    assertThat(rule("slowhour-early-warning").get("for").asText()).isEqualTo("3m");

    sql("UPDATE slowhour.windows SET state = 'provisional'");
    assertThat(rows("slowhour-early-warning"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("value", -1.0));
  }

  // The pipeline.

  @Test
  void aStreamingRunThatWritesNothingFiresAndABatchRunDoesNot() throws Exception {
    sql("UPDATE slowhour.windows SET judged_at = now() - interval '16 minutes'");
    assertThat(firing("slowhour-silent")).isEmpty();

    sql(
        "UPDATE slowhour.runs SET kind = 'streaming', outcome = 'running', ended_at = NULL"
            + " WHERE run_id = 1");
    assertThat(firing("slowhour-silent")).hasSize(1);
    sql("UPDATE slowhour.windows SET judged_at = now() - interval '14 minutes'");
    assertThat(firing("slowhour-silent")).isEmpty();
  }

  @Test
  void whatShouldBeProvisionalOrFinalByNowIsLate() throws Exception {
    moveToNow("window_key LIKE '%/2026-10-13T15'");
    sql(
        "UPDATE slowhour.runs SET kind = 'streaming'",
        "UPDATE slowhour.windows SET state = 'open', window_start = now() - interval '74 minutes'");
    assertThat(firing("slowhour-late")).isEmpty();
    sql("UPDATE slowhour.windows SET window_start = window_start - interval '2 minutes'");
    assertThat(firing("slowhour-late")).extracting(row -> row.get("state")).containsExactly("open");

    sql("UPDATE slowhour.windows SET state = 'provisional'");
    assertThat(firing("slowhour-late")).isEmpty();
    sql("UPDATE slowhour.windows SET window_start = now() - interval '136 minutes'");
    assertThat(firing("slowhour-late"))
        .extracting(row -> row.get("state"))
        .containsExactly("provisional");
    sql("UPDATE slowhour.runs SET kind = 'batch'");
    assertThat(firing("slowhour-late")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {19, 20, 35, 36})
  void unreadableLinesFireAboveOnePercentAndTwentyLines(int lines) throws Exception {
    moveToNow("window_key LIKE '%/2026-10-13T15'");
    sql(
        "UPDATE slowhour.windows SET request_count = 0",
        "UPDATE slowhour.windows SET request_count = "
            + (lines == 20 ? 100 : 3465)
            + " WHERE tenant_id = 'tnt-m13'",
        "INSERT INTO slowhour.notices (source_table, code, fields, window_start, line_count,"
            + " run_id, noticed_at) SELECT 'request_logs', 'invalid_field', '{}',"
            + " max(window_start), "
            + lines
            + ", 1, now() FROM slowhour.windows");

    assertThat(firing("slowhour-unreadable")).hasSize(lines == 20 || lines == 36 ? 1 : 0);
  }

  @Test
  void aPoolWithRequestsAndWithoutMetricsFires() throws Exception {
    moveToNow("window_key LIKE '%/2026-10-13T%'");
    assertThat(firing("slowhour-scraper")).isEmpty();

    sql(
        "UPDATE slowhour.pool_minutes SET kv_cache_util = NULL, queued_requests = NULL"
            + " WHERE accel_pool = 'npu-pool-2' AND minute > now() - interval '20 minutes'");
    assertThat(firing("slowhour-scraper"))
        .extracting(row -> row.get("pool"))
        .containsExactly("npu-pool-2");
    sql("DELETE FROM slowhour.pool_minutes WHERE accel_pool = 'npu-pool-2'");
    assertThat(firing("slowhour-scraper")).hasSize(1);
  }
}
