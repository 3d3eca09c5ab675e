package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.store.Grantee;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The figures that the window's dashboard shows are those that were worked out for the inputs. */
class WindowFiguresITCase {

  /** Column of the panel to field of verdicts.json. */
  private static final Map<String, String> FIGURES =
      Map.ofEntries(
          Map.entry("requests", "request_count"),
          Map.entry("misses", "slo_miss_count"),
          Map.entry("miss_pct", "slo_miss_pct"),
          Map.entry("peak", "peak_concurrency"),
          Map.entry("peak_at_slo", "peak_concurrency_at_slo"),
          Map.entry("contract", "max_concurrency"),
          Map.entry("over_minutes", "over_concurrency_minutes"),
          Map.entry("misses_in_over", "misses_in_over_concurrency"),
          Map.entry("misses_in_over_at_slo", "misses_in_over_concurrency_at_slo"),
          Map.entry("misses_long", "misses_with_long_input"),
          Map.entry("worst_misses", "worst_minute_misses"));

  private static Store store;
  private static String operations;

  @BeforeAll
  static void makeStore() throws Exception {
    store = new Store();
    operations = store.role(Grantee.operations());
  }

  @AfterAll
  static void takeRolesAway() throws Exception {
    store.close();
  }

  private static Result panel(String title, Situation situation) throws Exception {
    Query query =
        Query.all().stream()
            .filter(each -> each.where().equals(Links.WINDOW + " / " + title))
            .findFirst()
            .orElseThrow();
    return store.run(operations, situation.of(query.where(), store.all()).of(query.sql()));
  }

  private static Situation of(Map<String, Object> verdict) {
    Instant start = OffsetDateTime.parse((String) verdict.get("window_start")).toInstant();
    return new Situation(
        (String) verdict.get("tenant_id"),
        (String) verdict.get("endpoint_id"),
        start,
        start,
        java.time.Duration.ofHours(1));
  }

  @ParameterizedTest
  @EnumSource(names = {"SEED_DAY_BROKEN", "EDGE_DAY", "RECORDED_HOUR"})
  void everyWindowShowsTheFiguresThatWereWorkedOut(Fixture fixture) throws Exception {
    List<Map<String, Object>> verdicts = fixture.expected().verdicts();
    assertThat(verdicts).hasSizeGreaterThan(20);
    for (Map<String, Object> verdict : verdicts) {
      Map<String, Object> row = panel("판정과 숫자", of(verdict)).rows().get(0);
      FIGURES.forEach(
          (column, field) ->
              assertThat(number(row.get(column)))
                  .as("%s of %s", field, verdict.get("window_key"))
                  .isEqualTo(number(verdict.get(field))));
      assertThat(row.get("verdict")).isEqualTo(code((String) verdict.get("verdict")));
      assertThat(row.get("second_reading")).isEqualTo(code((String) verdict.get("verdict_at_slo")));
      assertThat(row.get("pool")).isEqualTo(verdict.get("accel_pool"));
      assertThat(instant(row.get("worst_minute")))
          .isEqualTo(
              verdict.get("worst_minute") == null
                  ? null
                  : OffsetDateTime.parse((String) verdict.get("worst_minute")).toInstant());

      Map<String, Object> others = panel("같은 풀의 다른 테넌트 요청", of(verdict)).rows().get(0);
      assertThat(number(others.get("최악의 분")))
          .isEqualTo(number(verdict.get("other_tenant_requests_at_worst")));
      assertThat(number(others.get("앞 60분의 분당 평균")))
          .isEqualTo(number(verdict.get("other_tenant_requests_prev_hour_avg")));
      assertThat(number(others.get("배수")))
          .isEqualTo(number(verdict.get("other_tenant_requests_ratio")));
    }
  }

  @Test
  void theSixWindowsOfTheSourceDocumentsAreAsGivenThere() throws Exception {
    Map<String, String> figures = new LinkedHashMap<>();
    for (Situation situation : Situation.all().subList(0, 6)) {
      Map<String, Object> row = panel("판정과 숫자", situation).rows().get(0);
      figures.put(
          situation.tenant(),
          "%s %s/%s %s%%, %s of %s"
              .formatted(
                  ((Double) row.get("verdict")).intValue(),
                  ((Double) row.get("misses")).intValue(),
                  ((Double) row.get("requests")).intValue(),
                  row.get("miss_pct"),
                  ((Double) row.get("peak")).intValue(),
                  ((Double) row.get("contract")).intValue()));
    }
    assertThat(figures)
        .containsExactly(
            Map.entry("tnt-a01", "1 2/1210 0.2%, 6 of 8"),
            Map.entry("tnt-c03", "4 86/1840 4.7%, 9 of 12"),
            Map.entry("tnt-d04", "1 4/400 1.0%, 5 of 8"),
            Map.entry("tnt-f06", "2 412/1320 31.2%, 48 of 16"),
            Map.entry("tnt-k11", "3 54/640 8.4%, 19 of 24"),
            Map.entry("tnt-m13", "4 23/880 2.6%, 11 of 16"));
  }

  @Test
  void aMinuteWithoutMetricsIsAGapAndIsSaid() throws Exception {
    Situation agent = Situation.all().get(5);

    assertThat(panel("지표가 빈 분", agent).rows().get(0)).containsEntry("gaps", "1분 비어 있음: 41분");
    List<Map<String, Object>> minutes = panel("분마다: 풀의 KV 캐시 사용률", agent).rows();
    assertThat(minutes).hasSize(120);
    List<Timestamp> gaps = new ArrayList<>();
    for (Map<String, Object> minute : minutes) {
      if (minute.get("KV 캐시 사용률") == null) {
        gaps.add((Timestamp) minute.get("time"));
      }
      assertThat(number(minute.get("앞 60분 평균"))).isEqualTo(new BigDecimal("0.44"));
    }
    assertThat(gaps).containsExactly(Timestamp.from(Instant.parse("2026-10-13T06:41:00Z")));
  }

  @Test
  void theExemplarIsTheRequestThatTheEvidenceQuotes() throws Exception {
    assertThat(panel("대표 요청", Situation.all().get(1)).rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("request_id", "req-c03-101704-0758");
              assertThat(row).containsEntry("ttft_ms", 2340.0);
              assertThat(row).containsEntry("tpot_ms", 71.0);
            });
  }

  @Test
  void minutesBeforeTheHourAreThereToCompareWith() throws Exception {
    List<Map<String, Object>> minutes =
        panel("분마다: SLO 를 넘긴 요청과 동시 요청 수", Situation.all().get(1)).rows();

    assertThat(minutes).hasSize(120);
    assertThat(minutes).allSatisfy(minute -> assertThat(minute.get("계약 동시성")).isEqualTo(12.0));
    assertThat(
            minutes.subList(60, 120).stream()
                .mapToDouble(minute -> (Double) minute.get("SLO 를 넘긴 요청"))
                .sum())
        .isEqualTo(86.0);
  }

  private static Double code(String verdict) {
    return (double)
        List.of("", "SLO 안에서 처리됨", "계약 동시성을 넘겨 보냄", "계약보다 긴 입력이 몰림", "계약 안인데 밀림 · 성능 격리 실패")
            .indexOf(verdict);
  }

  private static BigDecimal number(Object value) {
    if (value == null) {
      return null;
    }
    BigDecimal number = new BigDecimal(value.toString());
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  private static Instant instant(Object value) {
    return value == null ? null : ((Timestamp) value).toInstant();
  }
}
