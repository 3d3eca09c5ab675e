package dev.slowhour.core.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.PoolLook;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerdictJsonTest {

  private static final String NAMES =
      "{\"window_key\":\"ep-a/2026-10-13T10\",\"tenant_id\":\"tnt-a\",\"endpoint_id\":\"ep-a\","
          + "\"accel_pool\":\"gpu-pool-1\",\"window_start\":\"2026-10-13T10:00+09:00\",";

  private static final PoolLook.MinuteMetrics NO_METRICS = new PoolLook.MinuteMetrics(null, null);

  private static final String NO_POOL =
      "\"kv_cache_util_at_worst\":null,\"kv_cache_util_prev_hour_avg\":null,"
          + "\"queued_at_worst\":null,\"queued_prev_hour_avg\":null,"
          + "\"other_tenant_requests_at_worst\":null,"
          + "\"other_tenant_requests_prev_hour_avg\":null,\"other_tenant_requests_ratio\":null}";

  private static String written(
      int misses, int longInputs, int concurrency, int atSlo, PoolLook lookOrNull)
      throws IOException {
    String all =
        WrittenJson.of(
            json ->
                VerdictJson.write(
                    json,
                    WrittenJson.judged(
                        WrittenJson.window(misses, longInputs, concurrency, atSlo), lookOrNull),
                    WrittenJson.SEOUL,
                    Set.of()));
    // Evidence and sentences have tests of their own.
    return all.substring(0, all.indexOf(",\"evidence\":[")) + "}";
  }

  @Test
  void aWindowWithinItsSloHasNoWorstMinute() throws IOException {
    assertThat(written(1, 1, 9, 8, null))
        .isEqualTo(
            NAMES
                + "\"verdict\":\"SLO 안에서 처리됨\",\"also_found\":[],\"request_count\":100,"
                + "\"slo_miss_count\":1,\"slo_miss_pct\":1,\"peak_concurrency\":9,"
                + "\"max_concurrency\":8,\"over_concurrency_minutes\":1,"
                + "\"misses_in_over_concurrency\":1,\"misses_with_long_input\":1,"
                + "\"verdict_at_slo\":\"SLO 안에서 처리됨\",\"peak_concurrency_at_slo\":8,"
                + "\"over_concurrency_minutes_at_slo\":0,\"misses_in_over_concurrency_at_slo\":0,"
                + "\"worst_minute\":null,\"worst_minute_misses\":null,"
                + NO_POOL);
  }

  @Test
  void aWindowOverItsConcurrencyMayHaveLongInputsToo() throws IOException {
    assertThat(written(4, 2, 9, 8, null))
        .isEqualTo(
            NAMES
                + "\"verdict\":\"계약 동시성을 넘겨 보냄\",\"also_found\":[\"계약보다 긴 입력이 몰림\"],"
                + "\"request_count\":100,\"slo_miss_count\":4,\"slo_miss_pct\":4,"
                + "\"peak_concurrency\":9,\"max_concurrency\":8,\"over_concurrency_minutes\":1,"
                + "\"misses_in_over_concurrency\":4,\"misses_with_long_input\":2,"
                + "\"verdict_at_slo\":\"계약보다 긴 입력이 몰림\",\"peak_concurrency_at_slo\":8,"
                + "\"over_concurrency_minutes_at_slo\":0,\"misses_in_over_concurrency_at_slo\":0,"
                + "\"worst_minute\":\"2026-10-13T10:17+09:00\",\"worst_minute_misses\":4,"
                + NO_POOL);
  }

  @Test
  void anIsolationFailureShowsHowItsPoolMoved() throws IOException {
    PoolLook look =
        new PoolLook(
            new BigDecimal("0.9300"),
            new BigDecimal("20.1"),
            60,
            11L,
            40,
            60,
            250,
            9000,
            NO_METRICS,
            NO_METRICS,
            0);
    assertThat(written(3, 1, 8, 8, look))
        .startsWith(NAMES + "\"verdict\":\"계약 안인데 밀림 · 성능 격리 실패\",\"also_found\":[],")
        .endsWith(
            "\"worst_minute\":\"2026-10-13T10:17+09:00\",\"worst_minute_misses\":3,"
                + "\"kv_cache_util_at_worst\":0.93,\"kv_cache_util_prev_hour_avg\":0.34,"
                + "\"queued_at_worst\":11,\"queued_prev_hour_avg\":0.7,"
                + "\"other_tenant_requests_at_worst\":250,"
                + "\"other_tenant_requests_prev_hour_avg\":150,"
                + "\"other_tenant_requests_ratio\":1.7}");
  }

  @Test
  void valuesThatAPoolDoesNotHaveAreNull() throws IOException {
    PoolLook look =
        new PoolLook(null, BigDecimal.ZERO, 0, null, 0, 0, 0, 0, NO_METRICS, NO_METRICS, 0);
    assertThat(written(3, 1, 8, 8, look))
        .endsWith(
            "\"kv_cache_util_at_worst\":null,\"kv_cache_util_prev_hour_avg\":null,"
                + "\"queued_at_worst\":null,\"queued_prev_hour_avg\":null,"
                + "\"other_tenant_requests_at_worst\":0,"
                + "\"other_tenant_requests_prev_hour_avg\":0,"
                + "\"other_tenant_requests_ratio\":null}");
  }

  @Test
  void aKeyIsTheEndpointAndTheHourOnTheClock() {
    assertThat(VerdictJson.windowKey(WrittenJson.window(0, 0, 0, 0), WrittenJson.SEOUL))
        .isEqualTo("ep-a/2026-10-13T10");
  }
}
