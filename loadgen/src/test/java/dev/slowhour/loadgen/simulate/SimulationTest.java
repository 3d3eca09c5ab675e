package dev.slowhour.loadgen.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.EngineRequest;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.Gauges;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SimulationTest {

  private static final long MS = 1_000_000;

  /** 10 ms a step, and 1 ms a prompt token. */
  private static EngineConfig config(Frontend frontend) {
    return new EngineConfig(
        40,
        2,
        64,
        0,
        4,
        20,
        false,
        SchedulingPolicy.FCFS,
        new StepTime(10_000, 0, 1_000, 0, 0),
        frontend);
  }

  private static final Frontend NONE = new Frontend(0, 0);

  /** Sends given calls, and one more when the first is answered. */
  private static final class Calls implements Traffic {

    private final ArrayDeque<Call> calls = new ArrayDeque<>();
    private Call afterFirstAnswerOrNull;

    @Override
    public long nextNanos() {
      return calls.isEmpty() ? NOTHING : calls.getFirst().sentNanos();
    }

    @Override
    public Call next() {
      return calls.removeFirst();
    }

    @Override
    public void answered(Answer answer) {
      if (afterFirstAnswerOrNull != null) {
        Call call = afterFirstAnswerOrNull;
        afterFirstAnswerOrNull = null;
        calls.addLast(new Call(answer.lastNanos(), call.stream(), call.request()));
      }
    }
  }

  private static final class Seen implements Observer {

    private final List<String> lines = new ArrayList<>();
    private final List<String> gauges = new ArrayList<>();

    @Override
    public void answered(Answer answer) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s sent %d first %d last %d ttft %d tpot %.1f queue %d",
              answer.call().request().id(),
              answer.call().sentNanos() / MS,
              answer.firstNanos() / MS,
              answer.lastNanos() / MS,
              answer.ttftNanos() / MS,
              answer.tpotNanos() / MS,
              answer.times().queueNanos() / MS));
    }

    @Override
    public void refused(Call call) {
      lines.add(call.request().id() + " refused");
    }

    @Override
    public void scraped(long atNanos, Gauges shown) {
      gauges.add(atNanos / MS + ": " + shown.running() + " " + shown.waiting());
    }
  }

  private static Call call(long sentMs, String id, int prompt, int output) {
    return new Call(sentMs * MS, 0, EngineRequest.of(id, prompt, output));
  }

  private static Seen run(EngineConfig config, Calls calls, List<Pause> pauses, Scrapes scrapes) {
    Seen seen = new Seen();
    new Simulation(config, calls, pauses, scrapes, seen).run();
    return seen;
  }

  @Test
  void aRequestThatComesDuringAStepJoinsTheNext() {
    Calls calls = new Calls();
    calls.calls.add(call(100, "a", 10, 3));
    calls.calls.add(call(105, "b", 5, 1));

    assertThat(run(config(NONE), calls, List.of(), Scrapes.none()).lines)
        .containsExactly(
            // a alone until 120, with b until 135.
            "b sent 105 first 135 last 135 ttft 30 tpot 0.0 queue 15",
            "a sent 100 first 120 last 145 ttft 20 tpot 12.5 queue 0");
  }

  @Test
  void whatTheFrontendTakesIsPartOfTtftAndNotOfTheQueue() {
    Calls calls = new Calls();
    calls.calls.add(call(100, "slow", 30, 1));
    calls.calls.add(call(101, "quick", 2, 1));

    // 2 ms and 1 ms a token: slow is submitted at 132, quick at 105.
    assertThat(run(config(new Frontend(2_000, 1_000)), calls, List.of(), Scrapes.none()).lines)
        .containsExactly(
            "quick sent 101 first 117 last 117 ttft 16 tpot 0.0 queue 0",
            "slow sent 100 first 172 last 172 ttft 72 tpot 0.0 queue 0");
  }

  @Test
  void whoWaitsForAnAnswerSendsWhenItIsThere() {
    Calls calls = new Calls();
    calls.calls.add(call(0, "a", 5, 2));
    calls.afterFirstAnswerOrNull = call(0, "then", 5, 1);

    assertThat(run(config(NONE), calls, List.of(), Scrapes.none()).lines)
        .containsExactly(
            "a sent 0 first 15 last 25 ttft 15 tpot 10.0 queue 0",
            "then sent 25 first 40 last 40 ttft 15 tpot 0.0 queue 0");
  }

  @Test
  void aRequestThatIsTooLongIsRefusedAndTheOthersGoOn() {
    Calls calls = new Calls();
    calls.calls.add(call(0, "long", 40, 1));
    calls.calls.add(call(1, "a", 39, 1));

    assertThat(run(config(NONE), calls, List.of(), Scrapes.none()).lines)
        .containsExactly("long refused", "a sent 1 first 50 last 50 ttft 49 tpot 0.0 queue 0");
  }

  @Test
  void aPauseLengthensTheStepItFallsIntoAndHoldsUpTheNext() {
    Calls calls = new Calls();
    calls.calls.add(call(0, "in", 5, 2));
    calls.calls.add(call(205, "between", 5, 1));
    List<Pause> pauses = List.of(new Pause(5 * MS, 105 * MS), new Pause(200 * MS, 300 * MS));

    assertThat(run(config(NONE), calls, pauses, Scrapes.none()).lines)
        .containsExactly(
            "in sent 0 first 115 last 125 ttft 115 tpot 10.0 queue 0",
            "between sent 205 first 315 last 315 ttft 110 tpot 0.0 queue 95");
  }

  @Test
  void aScrapeShowsWhatTheLastStepLeft() {
    Calls calls = new Calls();
    calls.calls.add(call(10, "a", 10, 2));
    calls.calls.add(call(10, "b", 10, 2));
    calls.calls.add(call(10, "c", 10, 1));

    // Steps end at 40, 50 (a and b end) and 70.
    assertThat(run(config(NONE), calls, List.of(), new Scrapes(0, 10 * MS, 90 * MS)).gauges)
        .containsExactly(
            "0: 0 0", "10: 0 0", "20: 0 0", "30: 0 0", "40: 2 1", "50: 0 1", "60: 0 1", "70: 0 0",
            "80: 0 0");
  }
}
