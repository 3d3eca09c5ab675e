package dev.slowhour.loadgen.engine;

import static dev.slowhour.loadgen.engine.Engines.config;
import static dev.slowhour.loadgen.engine.Engines.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineTest {

  private static final EngineConfig SMALL = config(20, 2, 8, 4, 5);

  @Test
  void aStepOfAnIdleEngineTakesNoTimeAndDoesNothing() {
    Engine engine = new Engine(SMALL);

    assertThat(engine.isIdle()).isTrue();
    assertThat(engine.step(7)).isEqualTo(new Step(7, 0, 0, 0, 0, List.of()));
    assertThat(engine.counters().steps()).isZero();
  }

  @Test
  void promptAndAnswerFillMaxModelLenToTheLastToken() {
    Engine engine = new Engine(SMALL);
    engine.submit(EngineRequest.of("fits", 19, 1), 0);

    assertThatThrownBy(() -> engine.submit(EngineRequest.of("long", 19, 2), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "long: 19 prompt tokens and 2 output tokens (expected: together at most max_model_len,"
                + " 20)");
    assertThat(Engines.schedule(engine, 0)).last().isEqualTo("2.16: 3+0 fits1 end fits | 0 0 0");
  }

  @Test
  void anIdIsFreeAgainWhenItsRequestHasEnded() {
    Engine engine = new Engine(SMALL);
    engine.submit(EngineRequest.of("a", 1, 1), 0);

    assertThatThrownBy(() -> engine.submit(EngineRequest.of("a", 1, 1), 0))
        .hasMessage("a: is in the engine already (expected: an id of its own)");
    engine.step(0);
    engine.submit(EngineRequest.of("a", 1, 1), 0);
    assertThat(engine.cancel("a")).isTrue();
    engine.submit(EngineRequest.of("a", 1, 1), 0);
    assertThat(engine.gauges()).isEqualTo(new Gauges(0, 1, 0, 5));
  }

  @Test
  void aCancelledRequestGivesItsBlocksBackAndIsForgotten() {
    Engine engine = new Engine(SMALL);
    engine.submit(EngineRequest.of("runs", 5, 9), 0);
    engine.submit(EngineRequest.of("waits", 5, 9), 0);
    engine.submit(EngineRequest.of("behind", 1, 1), 0);
    Step step = engine.step(0);
    assertThat(engine.gauges()).isEqualTo(new Gauges(2, 1, 3, 5));

    assertThat(engine.cancel("runs")).isTrue();
    assertThat(engine.cancel("behind")).isTrue();
    assertThat(engine.cancel("runs")).isFalse();
    assertThat(engine.cancel("unknown")).isFalse();

    assertThat(engine.gauges()).isEqualTo(new Gauges(1, 0, 1, 5));
    assertThat(engine.step(step.endNanos()).events())
        .extracting(event -> event.request().id())
        .containsOnly("waits");
    assertThat(engine.counters().cancelled()).isEqualTo(2);
  }

  @Test
  void aStepBeginsWhenTheLastOneHasEndedAndNotBefore() {
    Engine engine = new Engine(SMALL);
    engine.submit(EngineRequest.of("a", 4, 2), 0);
    Step step = engine.step(100);

    assertThat(step.endNanos()).isEqualTo(100 + 1_040_000);
    assertThatThrownBy(() -> engine.step(step.endNanos() - 1))
        .hasMessage("step at 1040099 (expected: at 1040100, when the last one ends)");
    assertThat(engine.step(step.endNanos()).decodeTokens()).isEqualTo(1);
  }

  @Test
  void theTimesOfARequestAreThoseOfItsSteps() {
    Engine engine = new Engine(SMALL);
    engine.submit(EngineRequest.of("first", 8, 3), 10);
    engine.submit(EngineRequest.of("second", 2, 2), 20);

    Step one = engine.step(1_000);
    Step two = engine.step(one.endNanos());
    Step three = engine.step(two.endNanos());

    assertThat(three.events())
        .contains(
            new EngineEvent.Finished(
                EngineRequest.of("first", 8, 3),
                new RequestTimes(10, 1_000, one.endNanos(), three.endNanos(), 0, 0)),
            new EngineEvent.Finished(
                EngineRequest.of("second", 2, 2),
                new RequestTimes(20, one.endNanos(), two.endNanos(), three.endNanos(), 0, 0)));
  }

  @Test
  void theTimeOfAStepIsTheSumOfItsTerms() {
    Engine engine =
        new Engine(
            new EngineConfig(
                64,
                4,
                64,
                0,
                4,
                64,
                false,
                SchedulingPolicy.FCFS,
                new StepTime(1_000, 100, 10, 1, 0.5),
                Engines.NO_FRONTEND));
    engine.submit(EngineRequest.of("a", 6, 3), 0);
    Step prefill = engine.step(0);
    engine.submit(EngineRequest.of("b", 3, 1), 0);
    Step mixed = engine.step(prefill.endNanos());

    // 1,000 + 1 × 100 + 6 × 10 + 0.5 × (6 × 7 ÷ 2)
    assertThat(prefill.durationNanos()).isEqualTo(1_170_500);
    // 1,000 + 2 × 100 + 3 × 10 + 6 in the cache of a + 0.5 × (3 × 4 ÷ 2)
    assertThat(mixed.durationNanos()).isEqualTo(1_239_000);
  }

  @Test
  void aChunkAttendsToWhatWasComputedBefore() {
    Engine engine =
        new Engine(
            new EngineConfig(
                64,
                1,
                4,
                0,
                4,
                64,
                false,
                SchedulingPolicy.FCFS,
                new StepTime(1, 0, 0, 0, 1),
                Engines.NO_FRONTEND));
    engine.submit(EngineRequest.of("a", 7, 1), 0);

    Step first = engine.step(0);
    Step second = engine.step(first.endNanos());

    assertThat(first.durationNanos()).isEqualTo((1 + 4 * 5 / 2) * 1_000);
    assertThat(second.durationNanos()).isEqualTo((1 + 3 * 4 + 3 * 4 / 2) * 1_000);
  }

  @Test
  void aLongPromptTakesNoMoreThanItsThresholdOfAStep() {
    EngineConfig config =
        new EngineConfig(
            64, 4, 16, 6, 4, 64, false, SchedulingPolicy.FCFS, Engines.PLAIN, Engines.NO_FRONTEND);
    Engine engine = new Engine(config);
    engine.submit(EngineRequest.of("long", 14, 1), 0);
    engine.submit(EngineRequest.of("short", 5, 1), 0);

    assertThat(Engines.schedule(engine, 0))
        .containsExactly(
            "0: 11+0 run long run short short1 end short | 1 0 2",
            "1.11: 6+0 | 1 0 3",
            "2.17: 2+0 long1 end long | 0 0 0");
  }

  @Test
  void blocksThatNobodyHoldsAreFreeButStillHoldWhatTheyHeld() {
    Engine engine = new Engine(with(config(20, 2, 32, 4, 5), SchedulingPolicy.FCFS, true));
    Prefix shared = new Prefix(new long[] {1}, 8);
    engine.submit(new EngineRequest("a", 9, 1, 0, shared), 0);
    engine.step(0);
    assertThat(engine.gauges().kvBlocksInUse()).isZero();

    engine.submit(new EngineRequest("b", 10, 1, 0, shared), 0);
    Step hit = engine.step(10_000_000);

    assertThat(hit.prefillTokens()).isEqualTo(2);
    // a had nothing to find, b two blocks of its ten tokens.
    assertThat(engine.counters().prefixQueriedTokens()).isEqualTo(19);
    assertThat(engine.counters().prefixHitTokens()).isEqualTo(8);
  }

  @Test
  void cachedBlocksGoWhenOthersNeedThemTheEndOfAPromptFirst() {
    Engine engine = new Engine(with(config(20, 2, 32, 4, 5), SchedulingPolicy.FCFS, true));
    Prefix shared = new Prefix(new long[] {1, 2, 3}, 4);
    engine.submit(new EngineRequest("a", 13, 1, 0, shared), 0);
    Step a = engine.step(0);
    // Two of five blocks were never used, and the tail of a has no whole span.
    engine.submit(EngineRequest.of("other", 10, 1), 0);
    Step other = engine.step(a.endNanos());
    assertThat(other.prefillTokens()).isEqualTo(10);

    engine.submit(new EngineRequest("b", 13, 1, 0, shared), 0);

    // other took the block that was never used, a's last, and its third: eight tokens are left.
    assertThat(engine.step(other.endNanos()).prefillTokens()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 1 | 8 | 0 | 4 | 9 | max_model_len: 1 (expected: an integer ≥ 2)",
        "20 | 0 | 8 | 0 | 4 | 9 | max_num_seqs: 0 (expected: an integer ≥ 1)",
        "20 | 9 | 8 | 0 | 4 | 9 | max_num_batched_tokens: 8 (expected: at least max_num_seqs, 9)",
        "20 | 1 | 8 | -1 | 4 | 9 | long_prefill_token_threshold: -1 (expected: an integer ≥ 0)",
        "20 | 1 | 8 | 0 | 0 | 9 | block_size: 0 (expected: an integer ≥ 1)",
        "21 | 1 | 8 | 0 | 4 | 5 | kv_blocks: 5 (expected: at least 6, for one sequence of"
            + " max_model_len 21 in blocks of 4)",
      })
  void whatCannotBeIsRefused(
      int length, int seqs, int budget, int threshold, int block, int blocks, String message) {
    assertThatThrownBy(
            () ->
                new EngineConfig(
                    length,
                    seqs,
                    budget,
                    threshold,
                    block,
                    blocks,
                    false,
                    SchedulingPolicy.FCFS,
                    Engines.PLAIN,
                    Engines.NO_FRONTEND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aStepThatTakesNoTimeIsRefused() {
    assertThatThrownBy(() -> new StepTime(0, 0, 10, 0, 0))
        .hasMessage(
            "base_us + per_sequence_us: 0.0 (expected: at least 0.001, or time stands still)");
    assertThatThrownBy(() -> new StepTime(1, 0, Double.NaN, 0, 0))
        .hasMessage("per_prefill_token_us: NaN (expected: a number ≥ 0)");
  }
}
