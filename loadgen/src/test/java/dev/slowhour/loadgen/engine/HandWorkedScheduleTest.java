package dev.slowhour.loadgen.engine;

import static dev.slowhour.loadgen.engine.Engines.config;
import static dev.slowhour.loadgen.engine.Engines.schedule;
import static dev.slowhour.loadgen.engine.Engines.with;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Schedules worked out with pencil and paper from vLLM's rules; docs/engine-model.md has them. */
class HandWorkedScheduleTest {

  /** a decodes while the prompt of b is cut to what the budget of 8 tokens leaves. */
  @Test
  void aLongPromptIsComputedInChunksBesideOneThatDecodes() {
    Engine engine = new Engine(config(64, 4, 8, 4, 100));
    engine.submit(EngineRequest.of("a", 6, 4), 0);
    engine.submit(EngineRequest.of("b", 17, 2), 0);

    assertThat(schedule(engine, 0))
        .containsExactly(
            // Budget 8: six for a, two for b. Blocks of 4: two and one.
            "0: 8+0 run a run b a1 | 2 0 3",
            // One for a, seven for b: 9 tokens, three blocks.
            "1.08: 7+1 a2 | 2 0 5",
            // One for a, seven for b: 16 tokens, four blocks.
            "2.15: 7+1 a3 | 2 0 6",
            // a's last: its 9th token needs a third block, and all three are given back. The last
            // token
            // of b's prompt, and with it b's first of its own.
            "3.22: 1+1 a4 b1 end a | 1 0 5",
            "4.23: 0+1 b2 end b | 0 0 0");
  }

  /** Five blocks of 4 tokens: who came last has to go. */
  @Test
  void whoCameLastIsPreemptedAndComputesAgainWhatItHad() {
    Engine engine = new Engine(config(20, 3, 32, 4, 5));
    engine.submit(EngineRequest.of("a", 7, 4), 0);
    engine.submit(EngineRequest.of("b", 8, 4), 0);
    engine.submit(EngineRequest.of("c", 4, 1), 0);

    assertThat(schedule(engine, 0))
        .containsExactly(
            // Two blocks, two blocks, one block: full. c ends at once.
            "0: 19+0 run a run b run c a1 b1 c1 end c | 2 0 4",
            "1.19: 0+2 a2 b2 | 2 0 5",
            // a needs a third block and takes it from b, which waits at the head.
            "2.19: 0+1 preempt b a3 | 1 1 3",
            // b has 10 tokens: three blocks, and two are free.
            "3.19: 0+1 a4 end a | 0 1 0",
            // All ten are computed again, and the third token comes with them.
            "4.19: 10+0 resume b b3 | 1 0 3",
            "5.29: 0+1 b4 end b | 0 0 0");
  }

  @Test
  void byPriorityTheLeastImportantGoesAlsoWhereItRanFirst() {
    Engine engine = new Engine(with(config(20, 3, 32, 4, 5), SchedulingPolicy.PRIORITY, false));
    engine.submit(new EngineRequest("low", 7, 4, 9, Prefix.NONE), 0);
    engine.submit(new EngineRequest("high", 8, 4, 1, Prefix.NONE), 1);

    assertThat(schedule(engine, 1))
        .containsExactly(
            "0.000001: 15+0 run high run low high1 low1 | 2 0 4",
            "1.150001: 0+2 high2 low2 | 2 0 5",
            // low's 9th token needs a block; it is itself the least important.
            "2.150001: 0+1 preempt low high3 | 1 1 3",
            "3.150001: 0+1 high4 end high | 0 1 0",
            "4.150001: 9+0 resume low low3 | 1 0 3",
            "5.240001: 0+1 low4 end low | 0 0 0");
  }

  @Test
  void aSharedPrefixIsComputedOnceAndTheLastTokenAlways() {
    Engine engine = new Engine(with(config(64, 4, 64, 4, 16), SchedulingPolicy.FCFS, true));
    Prefix shared = new Prefix(new long[] {11, 12}, 8);
    engine.submit(new EngineRequest("a", 16, 1, 0, shared), 0);
    engine.submit(new EngineRequest("b", 18, 1, 0, shared), 0);
    engine.submit(new EngineRequest("c", 16, 1, 0, shared), 0);
    engine.submit(new EngineRequest("d", 16, 1, 0, new Prefix(new long[] {11, 13}, 8)), 0);

    assertThat(schedule(engine, 0))
        .containsExactly(
            // b: four blocks of 16 are there. c: of its 16 tokens the last has to be computed, so
            // the last block is. d shares one span of 8.
            "0: 30+0 run a run b(16 cached) run c(12 cached) run d(8 cached) a1 b1 c1 d1 end a end"
                + " b end c end d | 0 0 0");
  }
}
