package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole lists; their exemplars and instants were worked out apart from the code. */
class ExpectedEvidenceTest {

  @Test
  void anIsolationFailure() throws Exception {
    assertThat(list(AuditFixture.SEED_DAY, "tnt-c03", "ep-c-chat-01", "2026-10-13T10:00:00+09:00"))
        .containsExactly(
            "tnt-c03·ep-c-chat-01 · 10:00~11:00 도착 | request_logs.request_id = 1840",
            "위 요청 중 ttft_ms > 800 또는 tpot_ms > 60 | request_logs.request_id = 86",
            "tnt-c03/ep-c-chat-01 | tenant_contracts.ttft_slo_ms = 800",
            "tnt-c03/ep-c-chat-01 | tenant_contracts.tpot_slo_ms = 60",
            "10:17:12.345 에 진행 중이던 tnt-c03·ep-c-chat-01 요청(이 시간대 최대) | request_logs.request_id = 9",
            "tnt-c03/ep-c-chat-01 | tenant_contracts.max_concurrency = 12",
            "동시 요청 수가 12 을 넘은 분 | request_logs.request_id = 0",
            "SLO 를 넘긴 86건 중 동시 요청 수가 12 을 넘은 분에 도착 | request_logs.request_id = 0",
            "SLO 를 넘긴 86건 중 input_tokens > 4,000 | request_logs.input_tokens = 2",
            "tnt-c03/ep-c-chat-01 | tenant_contracts.max_input_tokens = 4000",
            "req-c03-101704-0758 | request_logs.arrived_at = 2026-10-13T01:17:04.213Z",
            "req-c03-101704-0758 | request_logs.ttft_ms = 2340",
            "req-c03-101704-0758 | request_logs.tpot_ms = 71",
            "req-c03-101704-0758 | request_logs.input_tokens = 1180",
            "10:17 분 도착 · SLO 를 넘긴 tnt-c03·ep-c-chat-01 요청 | request_logs.request_id = 21",
            "gpu-pool-1/2026-10-13T10:17+09:00 | pool_metrics.kv_cache_util = 0.96",
            "gpu-pool-1/2026-10-13T10:17+09:00 | pool_metrics.queued_requests = 37",
            "gpu-pool-1 · 09:17~10:16 | pool_metrics.kv_cache_util = 0.47",
            "gpu-pool-1 · 09:17~10:16 | pool_metrics.queued_requests = 4.9",
            "gpu-pool-1 · 10:17 분 도착 · tnt-c03 이 아닌 tenant_id | request_logs.request_id = 91",
            "gpu-pool-1 · 09:17~10:16 도착 · tnt-c03 이 아닌 tenant_id | request_logs.request_id ="
                + " 2196");
  }

  @Test
  void aContractExceeded() throws Exception {
    assertThat(list(AuditFixture.SEED_DAY, "tnt-f06", "ep-f-batch-01", "2026-10-13T10:00:00+09:00"))
        .containsExactly(
            "tnt-f06·ep-f-batch-01 · 10:00~11:00 도착 | request_logs.request_id = 1320",
            "위 요청 중 ttft_ms > 5,000 또는 tpot_ms > 120 | request_logs.request_id = 412",
            "tnt-f06/ep-f-batch-01 | tenant_contracts.ttft_slo_ms = 5000",
            "tnt-f06/ep-f-batch-01 | tenant_contracts.tpot_slo_ms = 120",
            "10:16:58.102 에 진행 중이던 tnt-f06·ep-f-batch-01 요청(이 시간대 최대) | request_logs.request_id ="
                + " 48",
            "tnt-f06/ep-f-batch-01 | tenant_contracts.max_concurrency = 16",
            "동시 요청 수가 16 을 넘은 분 | request_logs.request_id = 29",
            "SLO 를 넘긴 412건 중 동시 요청 수가 16 을 넘은 분(29분)에 도착 | request_logs.request_id = 363",
            "모두 SLO 안에 끝났다면 이 시간대 tnt-f06·ep-f-batch-01 동시 요청 수 최대 | request_logs.request_id = 45",
            "SLO 를 넘긴 412건 중 모두 SLO 안에 끝났다면 동시 요청 수가 16 을 넘었을 분에 도착 | request_logs.request_id ="
                + " 363",
            "SLO 를 넘긴 412건 중 input_tokens > 8,000 | request_logs.input_tokens = 227",
            "tnt-f06/ep-f-batch-01 | tenant_contracts.max_input_tokens = 8000",
            "req-f06-101721-0710 | request_logs.arrived_at = 2026-10-13T01:17:21.504Z",
            "req-f06-101721-0710 | request_logs.ttft_ms = 11941",
            "req-f06-101721-0710 | request_logs.tpot_ms = 100",
            "req-f06-101721-0710 | request_logs.input_tokens = 3474",
            "10:17 분 도착 · SLO 를 넘긴 tnt-f06·ep-f-batch-01 요청 | request_logs.request_id = 41");
  }

  @Test
  void aVersionOfAContractAfterMidnight() throws Exception {
    assertThat(list(AuditFixture.EDGE_DAY, "tnt-ver", "ep-ver", "2026-11-01T01:00:00+09:00"))
        .containsExactly(
            "tnt-ver·ep-ver · 01:00~02:00 도착 | request_logs.request_id = 1",
            "위 요청 중 ttft_ms > 50 또는 tpot_ms > 50 | request_logs.request_id = 1",
            "tnt-ver/ep-ver@2026-10-31T15:30Z | tenant_contracts.ttft_slo_ms = 50",
            "tnt-ver/ep-ver@2026-10-31T15:30Z | tenant_contracts.tpot_slo_ms = 50",
            "01:00:00 에 진행 중이던 tnt-ver·ep-ver 요청(이 시간대 최대) | request_logs.request_id = 1",
            "tnt-ver/ep-ver@2026-10-31T15:30Z | tenant_contracts.max_concurrency = 4",
            "동시 요청 수가 4 을 넘은 분 | request_logs.request_id = 0",
            "SLO 를 넘긴 1건 중 동시 요청 수가 4 을 넘은 분에 도착 | request_logs.request_id = 0",
            "SLO 를 넘긴 1건 중 input_tokens > 1,000 | request_logs.input_tokens = 0",
            "tnt-ver/ep-ver@2026-10-31T15:30Z | tenant_contracts.max_input_tokens = 1000",
            "req-0040 | request_logs.arrived_at = 2026-10-31T16:00:00Z",
            "req-0040 | request_logs.ttft_ms = 250",
            "req-0040 | request_logs.tpot_ms = 10",
            "req-0040 | request_logs.input_tokens = 100",
            "01:00 분 도착 · SLO 를 넘긴 tnt-ver·ep-ver 요청 | request_logs.request_id = 1",
            "gpu-pool-1/2026-11-01T01:00+09:00 | pool_metrics.kv_cache_util = null",
            "gpu-pool-1/2026-11-01T01:00+09:00 | pool_metrics.queued_requests = null",
            "gpu-pool-1 · 00:00~00:59 | pool_metrics.kv_cache_util = 0.52",
            "gpu-pool-1 · 00:00~00:59 | pool_metrics.queued_requests = 3.8",
            "gpu-pool-1 · 01:00 분 도착 · tnt-ver 이 아닌 tenant_id | request_logs.request_id = 0",
            "gpu-pool-1 · 00:00~00:59 도착 · tnt-ver 이 아닌 tenant_id | request_logs.request_id = 150");
  }

  @Test
  void anHourBeforeThatLiesInTwoDays() throws Exception {
    assertThat(list(AuditFixture.EDGE_DAY, "tnt-night", "ep-night", "2026-11-01T00:00:00+09:00"))
        .containsExactly(
            "tnt-night·ep-night · 00:00~01:00 도착 | request_logs.request_id = 30",
            "위 요청 중 ttft_ms > 500 또는 tpot_ms > 50 | request_logs.request_id = 30",
            "tnt-night/ep-night | tenant_contracts.ttft_slo_ms = 500",
            "tnt-night/ep-night | tenant_contracts.tpot_slo_ms = 50",
            "00:02:04 에 진행 중이던 tnt-night·ep-night 요청(이 시간대 최대) | request_logs.request_id = 2",
            "tnt-night/ep-night | tenant_contracts.max_concurrency = 4",
            "동시 요청 수가 4 을 넘은 분 | request_logs.request_id = 0",
            "SLO 를 넘긴 30건 중 동시 요청 수가 4 을 넘은 분에 도착 | request_logs.request_id = 0",
            "SLO 를 넘긴 30건 중 input_tokens > 1,000 | request_logs.input_tokens = 0",
            "tnt-night/ep-night | tenant_contracts.max_input_tokens = 1000",
            "req-0242 | request_logs.arrived_at = 2026-10-31T15:02:00Z",
            "req-0242 | request_logs.ttft_ms = 700",
            "req-0242 | request_logs.tpot_ms = 20",
            "req-0242 | request_logs.input_tokens = 100",
            "00:02 분 도착 · SLO 를 넘긴 tnt-night·ep-night 요청 | request_logs.request_id = 30",
            "gpu-pool-1/2026-11-01T00:02+09:00 | pool_metrics.kv_cache_util = 0.9",
            "gpu-pool-1/2026-11-01T00:02+09:00 | pool_metrics.queued_requests = 17",
            "gpu-pool-1 · 10-31 23:02~00:01 | pool_metrics.kv_cache_util = 0.24",
            "gpu-pool-1 · 10-31 23:02~00:01 | pool_metrics.queued_requests = 1.0",
            "gpu-pool-1 · 00:02 분 도착 · tnt-night 이 아닌 tenant_id | request_logs.request_id = 120",
            "gpu-pool-1 · 10-31 23:02~00:01 도착 · tnt-night 이 아닌 tenant_id | request_logs.request_id"
                + " = 303");
  }

  private static List<String> list(
      AuditFixture fixture, String tenant, String endpoint, String start) throws Exception {
    WindowId id = new WindowId(new EndpointId(tenant, endpoint), Instant.parse(start));
    return ExpectedEvidence.of(fixture.recount().window(id).orElseThrow()).stream()
        .map(
            item ->
                item.sentence().map(Sentence::text).orElse(item.row().orElse(""))
                    + " | "
                    + item.table().tableName()
                    + "."
                    + item.field()
                    + " = "
                    + item.valueOrNull())
        .toList();
  }
}
