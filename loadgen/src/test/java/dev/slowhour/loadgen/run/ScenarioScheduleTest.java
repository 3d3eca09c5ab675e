package dev.slowhour.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.MeasuredRequest.Times;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.scenario.ScenarioReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioScheduleTest {

  private static final long SECOND = 1_000_000_000;

  @TempDir private Path folder;

  @Test
  void a_span_of_the_scenario_is_sent_from_the_lead_on() throws Exception {
    ScenarioSchedule schedule =
        schedule("process: fixed, every: 60s", Duration.ofMinutes(10), Duration.ofMinutes(3));
    List<Long> seconds = new ArrayList<>();
    while (schedule.nextNanos() != Schedule.NOTHING) {
      OfferedRequest request = schedule.next();
      assertThat(request.model()).isEqualTo("other");
      assertThat(request.plan().requestId()).startsWith("run-");
      assertThat(request.plan().tenantId()).isEqualTo("t");
      assertThat(request.plan().accelPool()).isEqualTo("p");
      assertThat(request.plan().inputTokens()).isEqualTo(10);
      seconds.add(request.plan().intendedNanos() / SECOND);
    }
    assertThat(seconds).containsExactly(1L, 61L, 121L);
  }

  @Test
  void a_worker_sends_again_when_its_answer_has_come_and_not_before() throws Exception {
    ScenarioSchedule schedule =
        schedule("process: workers, workers: 1, think: 2s", Duration.ZERO, Duration.ofMinutes(10));
    OfferedRequest first = schedule.next();
    assertThat(schedule.nextNanos()).isEqualTo(Schedule.NOTHING);

    schedule.ended(ended(first, 30 * SECOND, Outcome.ANSWERED));
    assertThat(schedule.nextNanos()).isEqualTo(32 * SECOND);

    OfferedRequest second = schedule.next();
    schedule.ended(ended(second, 40 * SECOND, Outcome.TIMEOUT));
    assertThat(schedule.nextNanos()).isEqualTo(42 * SECOND);
  }

  private ScenarioSchedule schedule(String arrivals, Duration skip, Duration duration)
      throws Exception {
    Scenario scenario =
        ScenarioReader.read(
            Files.writeString(
                folder.resolve("s.yaml"),
                """
                scenario: s
                start: 2026-10-13T00:00Z
                duration: 1h
                pools:
                  - accel_pool: p
                    engine: {max_model_len: 5000, max_num_seqs: 8, max_num_batched_tokens: 512,
                             kv_blocks: 400, step_time: {base_us: 1000}}
                endpoints:
                  - tenant_id: t
                    tenant_name: T
                    endpoint_id: e
                    model: m
                    pool: p
                    contract: {ttft_slo_ms: 1, tpot_slo_ms: 1, max_concurrency: 1,
                               max_input_tokens: 1}
                    arrivals: {%s}
                    input_tokens: {distribution: fixed, value: 10}
                    output_tokens: {distribution: fixed, value: 5}
                planted: []
                """
                    .formatted(arrivals)));
    return ScenarioSchedule.of(
        scenario, 1, "run", skip, duration, Optional.of("other"), Duration.ofSeconds(1));
  }

  private static MeasuredRequest ended(OfferedRequest request, long done, Outcome outcome) {
    return new MeasuredRequest(
        request.plan(),
        outcome,
        "",
        200,
        null,
        new Times(done - 2, done - 2, done - 1, done - 1, done, done),
        10,
        5,
        5,
        0,
        Set.of());
  }
}
