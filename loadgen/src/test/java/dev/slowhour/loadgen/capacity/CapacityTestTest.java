package dev.slowhour.loadgen.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.loadgen.client.Flag;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.MeasuredRequest.Times;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.PlannedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The procedure and its sums, on an engine that is a formula. */
class CapacityTestTest {

  private static final long MS = 1_000_000;

  @Test
  void the_highest_concurrency_that_holds_is_found_by_doubling_and_halving() {
    CapacityReport report = test(new Formula(21, 21, true), 64);
    assertThat(report.safeConcurrency()).isEqualTo(21);
    assertThat(report.levels().stream().map(LoadLevel::concurrency))
        .containsExactly(1, 2, 4, 8, 16, 32, 24, 20, 22, 21, 21, 21);
    assertThat(report.levels().stream().map(LoadLevel::phase).distinct())
        .containsExactly("baseline", "step", "long mix", "sustained");
  }

  @Test
  void the_long_mix_lowers_what_the_steps_found() {
    CapacityReport report = test(new Formula(21, 10, true), 64);
    assertThat(report.safeConcurrency()).isLessThanOrEqualTo(10).isGreaterThanOrEqualTo(9);
    assertThat(report.levels().get(report.levels().size() - 1).phase()).isEqualTo("sustained");
  }

  @Test
  void an_engine_that_never_reaches_its_limit_is_told_by_the_end_of_the_steps() {
    assertThat(test(new Formula(1_000, 1_000, true), 48).safeConcurrency()).isEqualTo(48);
  }

  @Test
  void nothing_holds_when_not_even_one_request_does() {
    CapacityReport report = test(new Formula(0, 0, true), 64);
    assertThat(report.safeConcurrency()).isZero();
    assertThat(report.limitC()).isZero();
    assertThat(report.limitQ()).isZero();
    assertThat(report.levels()).hasSize(1);
  }

  @Test
  void a_load_after_which_the_engine_does_not_come_to_rest_does_not_hold() {
    CapacityReport report = test(new Formula(1_000, 1_000, false), 8);
    assertThat(report.levels().get(1).isKept()).isFalse();
    assertThat(report.levels().get(1).recoveredMs()).isEqualTo(LoadLevel.NOT_RECOVERED);
    assertThat(report.text()).contains("no: does not drain");
  }

  @Test
  void limits_follow_from_the_safe_concurrency() {
    // 10 requests a second and slot: 16 of them answer 160 a second, in 400 ms at 95 %.
    CapacityReport report =
        new CapacityTest(plan(16, 3, null), new Formula(100, 100, true), level -> {}).run();
    assertThat(report.limitC()).isEqualTo(38);
    assertThat(report.waitBudgetMs()).isEqualTo(1_000 - 101);
    assertThat(report.limitQ()).isEqualTo((long) Math.floor(160.0 * 3 * 0.899));

    CapacityReport given =
        new CapacityTest(
                plan(16, 1, Duration.ofSeconds(2)), new Formula(100, 100, true), level -> {})
            .run();
    assertThat(given.waitBudgetMs()).isEqualTo(2_000);
    assertThat(given.limitQ()).isEqualTo(320);
    assertThat(given.limitC()).isEqualTo(12);
  }

  @Test
  void one_request_in_a_hundred_may_miss_and_two_may_not() {
    CapacityPlan plan = plan(16, 1, null);
    assertThat(level(plan, 100, 1).isKept()).isTrue();
    assertThat(level(plan, 100, 2).isKept()).isFalse();
    assertThat(level(plan, 99, 1).isKept()).isFalse();
  }

  @Test
  void the_report_is_text_json_and_a_picture() {
    CapacityReport report = test(new Formula(21, 21, true), 64);
    assertThat(report.text()).contains("safe concurrency  21 per engine", "C   16   requests");
    assertThat(report.json().path("safe_concurrency").asInt()).isEqualTo(21);
    assertThat(report.json().path("levels")).hasSize(report.levels().size());
    String svg = CapacityPlot.svg(report);
    assertThat(svg).startsWith("<svg ").endsWith("</svg>\n").contains("TTFT p95, ms");
    assertThat(svg.split("<circle", -1)).hasSize(1 + 3 * 10);
  }

  @Test
  void what_cannot_be_planned_is_refused() {
    assertThatThrownBy(() -> plan(0, 1, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("max-concurrency: out of range (expected: at least 1)");
  }

  private static CapacityReport test(Formula formula, int maxConcurrency) {
    return new CapacityTest(plan(maxConcurrency, 1, null), formula, level -> {}).run();
  }

  private static LoadLevel level(CapacityPlan plan, int requests, int misses) {
    List<MeasuredRequest> measured =
        IntStream.range(0, requests)
            .mapToObj(i -> Formula.request(i < misses ? 1_001 : 1_000, 10))
            .toList();
    return LoadLevel.of("step", 1, measured, 1, 0, plan);
  }

  private static CapacityPlan plan(int maxConcurrency, int replicas, Duration waitBudget) {
    return new CapacityPlan(
        "m",
        1_000,
        50,
        0.01,
        100,
        10,
        1_000,
        10,
        maxConcurrency,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofMillis(1),
        replicas,
        0.8,
        waitBudget);
  }

  /**
   * Answers in 100 ms up to a concurrency and in 2 s beyond; with long prompts the concurrency is
   * another.
   */
  private record Formula(int ordinary, int mixed, boolean comesToRest) implements LoadSource {

    @Override
    public Load hold(int concurrency, Duration duration, int longEvery) {
      boolean holds = concurrency <= (longEvery > 0 ? mixed : ordinary);
      List<MeasuredRequest> measured = new ArrayList<>();
      for (int i = 0; i < concurrency * 100; i++) {
        measured.add(request(holds ? 100 : 2_000, 10));
      }
      return new Load(measured, 10);
    }

    @Override
    public MeasuredRequest probe() {
      return request(comesToRest ? 100 : 5_000, 10);
    }

    static MeasuredRequest request(long ttftMs, long tpotMs) {
      return new MeasuredRequest(
          new PlannedRequest("r", "t", "e", "p", "ordinary", 0, 100, 10),
          Outcome.ANSWERED,
          "",
          200,
          null,
          new Times(0, 0, 0, ttftMs * MS, (ttftMs + 9 * tpotMs) * MS, (ttftMs + 9 * tpotMs) * MS),
          100,
          10,
          10,
          0,
          EnumSet.noneOf(Flag.class));
    }
  }
}
