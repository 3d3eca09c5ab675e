package dev.slowhour.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds of any engine under any load, counted from its events alone. */
class EnginePropertyTest {

  /** A request that comes before the step of that number, and may be cancelled before another. */
  record Arrival(int step, int prompt, int output, int priority, int span, int cancelStepOrMinus) {

    EngineRequest request(int number) {
      Prefix prefix = span == 0 ? Prefix.NONE : new Prefix(new long[] {span, span + 7}, 5);
      return new EngineRequest("r" + number, prompt, output, priority, prefix);
    }
  }

  @Provide
  Arbitrary<EngineConfig> configs() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 6),
            Arbitraries.integers().between(0, 40),
            Arbitraries.integers().between(0, 9),
            Arbitraries.integers().between(1, 8),
            Arbitraries.integers().between(0, 12),
            Arbitraries.of(SchedulingPolicy.values()),
            Arbitraries.of(true, false))
        .as(
            (seqs, budget, threshold, block, spare, policy, caching) ->
                new EngineConfig(
                    40,
                    seqs,
                    seqs + budget,
                    threshold,
                    block,
                    EngineConfig.blocks(40, block) + spare,
                    caching,
                    policy,
                    new StepTime(1_000, 10, 5, 0.5, 0.1),
                    Engines.NO_FRONTEND));
  }

  @Provide
  Arbitrary<List<Arrival>> arrivals() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 30),
            Arbitraries.integers().between(1, 25),
            Arbitraries.integers().between(1, 15),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(-40, 40))
        .as(Arrival::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(25);
  }

  /** Drives an engine and checks each step against a ledger of its own. */
  private static final class Ledger {

    final EngineConfig config;
    final Engine engine;
    final Map<String, EngineRequest> waiting = new HashMap<>();
    final Map<String, EngineRequest> running = new HashMap<>();
    final Map<String, Integer> tokens = new HashMap<>();
    final Map<String, Long> submittedAt = new HashMap<>();
    final Set<String> ended = new HashSet<>();
    final Set<String> cancelled = new HashSet<>();
    final Set<String> preemptedOnce = new HashSet<>();
    long now;

    Ledger(EngineConfig config) {
      this.config = config;
      this.engine = new Engine(config);
    }

    void run(List<Arrival> arrivals) {
      int step = 0;
      while (step <= 40 || !engine.isIdle()) {
        for (int i = 0; i < arrivals.size(); i++) {
          if (arrivals.get(i).step() == step) {
            submit(arrivals.get(i).request(i));
          }
        }
        for (int i = 0; i < arrivals.size(); i++) {
          if (arrivals.get(i).cancelStepOrMinus() == step) {
            cancel("r" + i);
          }
        }
        step();
        step++;
        assertThat(step).as("it comes to an end").isLessThan(20_000);
      }
    }

    private void submit(EngineRequest request) {
      engine.submit(request, now);
      waiting.put(request.id(), request);
      submittedAt.put(request.id(), now);
      tokens.put(request.id(), 0);
    }

    private void cancel(String id) {
      boolean isWaiting = waiting.remove(id) != null;
      boolean isThere = isWaiting || running.remove(id) != null;
      assertThat(engine.cancel(id)).isEqualTo(isThere);
      if (isThere) {
        cancelled.add(id);
      }
    }

    private void step() {
      boolean wasIdle = engine.isIdle();
      long stepsBefore = engine.counters().steps();
      Step step = engine.step(now);
      boolean hasPreempted = false;
      for (EngineEvent event : step.events()) {
        String id = event.request().id();
        if (event instanceof EngineEvent.Preempted) {
          hasPreempted = true;
          preemptedOnce.add(id);
          assertThat(running.remove(id)).as("who is preempted ran").isNotNull();
          waiting.put(id, event.request());
        } else if (event instanceof EngineEvent.Scheduled scheduled) {
          assertThat(hasPreempted).as("nobody is admitted when somebody had to go").isFalse();
          assertThat(scheduled.resumed()).isEqualTo(preemptedOnce.contains(id));
          admit(event.request());
        } else if (event instanceof EngineEvent.Token token) {
          assertThat(running).containsKey(id);
          assertThat(token.number()).isEqualTo(tokens.merge(id, 1, Integer::sum));
        } else {
          end((EngineEvent.Finished) event, step);
        }
      }
      // By priority who would be first may be the one that has to go; then nothing is computed.
      boolean mayBeEmpty =
          wasIdle || (hasPreempted && config.policy() == SchedulingPolicy.PRIORITY);
      checkStep(step, mayBeEmpty);
      assertThat(engine.counters().steps() - stepsBefore)
          .isEqualTo(step.durationNanos() > 0 ? 1 : 0);
      now = step.endNanos() + (step.durationNanos() == 0 ? 1 : 0);
    }

    private void admit(EngineRequest request) {
      assertThat(waiting.remove(request.id())).isNotNull();
      if (config.policy() == SchedulingPolicy.PRIORITY) {
        Comparator<EngineRequest> order =
            Comparator.comparingInt(EngineRequest::priority)
                .thenComparingLong(other -> submittedAt.get(other.id()));
        assertThat(waiting.values())
            .as("nobody more important waits")
            .allSatisfy(other -> assertThat(order.compare(request, other)).isNotPositive());
      } else if (!preemptedOnce.contains(request.id())) {
        assertThat(waiting.values())
            .as("who came before is not overtaken, and who ran before goes first")
            .allSatisfy(
                other -> {
                  assertThat(preemptedOnce).doesNotContain(other.id());
                  assertThat(submittedAt.get(other.id()))
                      .isGreaterThanOrEqualTo(submittedAt.get(request.id()));
                });
      }
      running.put(request.id(), request);
    }

    private void end(EngineEvent.Finished finished, Step step) {
      EngineRequest request = finished.request();
      assertThat(running.remove(request.id())).isNotNull();
      assertThat(ended.add(request.id())).as("it ends once").isTrue();
      assertThat(tokens.get(request.id())).isEqualTo(request.outputTokens());
      RequestTimes times = finished.times();
      assertThat(times.submitted()).isEqualTo(submittedAt.get(request.id()));
      assertThat(
              List.of(
                  times.submitted(), times.firstScheduled(), times.firstToken(), times.lastToken()))
          .isSorted();
      assertThat(times.lastToken()).isEqualTo(step.endNanos());
    }

    private void checkStep(Step step, boolean mayBeEmpty) {
      Gauges gauges = engine.gauges();
      assertThat(gauges.running()).isEqualTo(running.size());
      assertThat(gauges.waiting()).isEqualTo(waiting.size());
      assertThat(gauges.running()).isBetween(0, config.maxNumSeqs());
      assertThat(gauges.kvBlocksInUse()).isBetween(0, config.kvBlocks());
      assertThat(running.isEmpty()).isEqualTo(gauges.kvBlocksInUse() == 0);
      int computed = step.prefillTokens() + step.decodeTokens();
      assertThat(computed).isBetween(mayBeEmpty ? 0 : 1, config.maxNumBatchedTokens());
      assertThat(step.durationNanos() > 0).isEqualTo(computed > 0);
    }
  }

  @Property(tries = 3_000)
  void everyRequestEndsOnceWithAllItsTokensAndNoBlockIsLost(
      @ForAll("configs") EngineConfig config, @ForAll("arrivals") List<Arrival> arrivals) {
    Ledger ledger = new Ledger(config);

    ledger.run(arrivals);

    Counters counters = ledger.engine.counters();
    assertThat(ledger.ended.size() + ledger.cancelled.size()).isEqualTo(arrivals.size());
    assertThat(counters.submitted()).isEqualTo(arrivals.size());
    assertThat(counters.finished()).isEqualTo(ledger.ended.size());
    assertThat(counters.cancelled()).isEqualTo(ledger.cancelled.size());
    assertThat(counters.generatedTokens())
        .isEqualTo(ledger.tokens.values().stream().mapToInt(n -> n).sum());
    assertThat(ledger.engine.gauges()).isEqualTo(new Gauges(0, 0, 0, config.kvBlocks()));
    assertThat(counters.prefixHitTokens()).isBetween(0L, counters.prefixQueriedTokens());
  }

  @Property(tries = 500)
  void theSameLoadGivesTheSameSteps(
      @ForAll("configs") EngineConfig config, @ForAll("arrivals") List<Arrival> arrivals) {
    assertThat(steps(config, arrivals)).isEqualTo(steps(config, arrivals));
  }

  private static List<String> steps(EngineConfig config, List<Arrival> arrivals) {
    Engine engine = new Engine(config);
    for (int i = 0; i < arrivals.size(); i++) {
      engine.submit(arrivals.get(i).request(i), i);
    }
    return new ArrayList<>(Engines.schedule(engine, 1_000));
  }

  /** What is never shared may not differ, whether the cache knows its blocks apart or not. */
  @Property(tries = 500)
  void aPrefixCacheThatIsNeverHitChangesNothing(
      @ForAll("configs") EngineConfig config, @ForAll("arrivals") List<Arrival> arrivals) {
    List<Arrival> unlike =
        arrivals.stream()
            .map(a -> new Arrival(a.step(), a.prompt(), a.output(), a.priority(), 0, -1))
            .toList();
    EngineConfig roomy =
        new EngineConfig(
            config.maxModelLen(),
            config.maxNumSeqs(),
            config.maxNumBatchedTokens(),
            config.longPrefillTokenThreshold(),
            config.blockSize(),
            10_000,
            false,
            config.policy(),
            config.stepTime(),
            config.frontend());

    assertThat(steps(Engines.with(roomy, config.policy(), true), unlike))
        .isEqualTo(steps(roomy, unlike));
  }
}
