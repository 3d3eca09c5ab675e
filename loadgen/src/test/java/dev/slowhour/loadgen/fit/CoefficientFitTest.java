package dev.slowhour.loadgen.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CoefficientFitTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Instant START = Instant.parse("2026-10-13T00:00:00Z");
  private static final CoefficientFit.Part ALL =
      new CoefficientFit.Part(Long.MIN_VALUE, Long.MAX_VALUE);
  private static final StepTime TRUE = new StepTime(5_000, 300, 80, 1.2, 0.02);

  private static EngineConfig engine(StepTime stepTime, double frontendMicros) {
    return new EngineConfig(
        2048,
        16,
        2048,
        0,
        16,
        512,
        false,
        SchedulingPolicy.FCFS,
        stepTime,
        new Frontend(frontendMicros, 0));
  }

  /** What a client would have logged of an engine whose coefficients are known. */
  private static Recording measured(EngineConfig config, int requests) {
    Random random = new Random(1);
    List<Recording.Request> sent = new ArrayList<>();
    long at = 0;
    for (int i = 0; i < requests; i++) {
      at += (long) (-Math.log(1 - random.nextDouble()) * SECOND / 4);
      sent.add(
          new Recording.Request(
              at / 1_000_000 * 1_000_000,
              i % 2,
              20 + random.nextInt(600),
              2 + random.nextInt(100),
              1,
              1));
    }
    List<EndpointId> endpoints = List.of(new EndpointId("t", "a"), new EndpointId("t", "b"));
    Recording unmeasured = new Recording(START, endpoints, sent);
    Replay.Prediction prediction =
        new Replay(unmeasured, ClosedLoops.none(unmeasured), List.of())
            .run(config, Long.MIN_VALUE, Long.MAX_VALUE);
    List<Recording.Request> answered = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      Recording.Request request = sent.get(i);
      answered.add(
          new Recording.Request(
              request.sentNanos(),
              request.endpoint(),
              request.promptTokens(),
              request.outputTokens(),
              Math.max(1, Math.round(prediction.ttftMs(i))),
              Math.round(prediction.tpotMs(i) * 100) / 100.0));
    }
    return new Recording(START, endpoints, answered);
  }

  @Test
  void whatAnEngineWasMadeFromIsFoundAgain() {
    Recording recording = measured(engine(TRUE, 2_000), 600);
    Replay replay = new Replay(recording, ClosedLoops.none(recording), List.of());

    CoefficientFit.Result result =
        new CoefficientFit(replay, engine(new StepTime(1, 0, 0, 0, 0), 0), List.of(ALL)).run();

    StepTime found = result.config().stepTime();
    assertThat(found.baseMicros()).isCloseTo(5_000, within(50.0));
    assertThat(found.perSequenceMicros()).isCloseTo(300, within(30.0));
    assertThat(found.perPrefillTokenMicros()).isCloseTo(80, within(5.0));
    assertThat(found.perContextTokenMicros()).isCloseTo(1.2, within(0.1));
    assertThat(result.config().frontend().perRequestMicros()).isCloseTo(2_000, within(500.0));
    assertThat(result.loss()).isLessThan(0.003);
    Replay.Prediction prediction = replay.run(result.config(), Long.MIN_VALUE, Long.MAX_VALUE);
    assertThat(Comparison.requests(recording, prediction, List.of()))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.ttftOff()).isCloseTo(0, within(0.01)))
        .allSatisfy(row -> assertThat(row.tpotOff()).isCloseTo(0, within(0.005)));
  }

  @Test
  void theFirstGuessComesNearWithoutTheModel() {
    double[] guess = FirstGuess.of(measured(engine(TRUE, 2_000), 600).requests());

    assertThat(guess[FirstGuess.BASE]).isCloseTo(5_000, within(250.0));
    assertThat(guess[FirstGuess.SEQUENCE]).isCloseTo(300, within(60.0));
    assertThat(guess[FirstGuess.PREFILL]).isCloseTo(80, within(10.0));
    assertThat(guess[FirstGuess.CONTEXT]).isCloseTo(1.2, within(0.2));
    assertThat(guess[FirstGuess.FRONTEND]).isCloseTo(2_000, within(1_000.0));
  }

  @Test
  void theLossIsNoughtWhereTheModelSaysWhatWasMeasured() {
    Recording recording = measured(engine(TRUE, 2_000), 100);
    Replay replay = new Replay(recording, ClosedLoops.none(recording), List.of());
    CoefficientFit fit = new CoefficientFit(replay, engine(TRUE, 2_000), List.of(ALL));

    // Measured in whole milliseconds and hundredths.
    assertThat(fit.loss(engine(TRUE, 2_000))).isLessThan(2e-4);
    assertThat(fit.loss(engine(new StepTime(6_000, 300, 80, 1.2, 0.02), 2_000)))
        .isGreaterThan(0.05);
  }

  @Test
  void partsAreReplayedEachByItself() {
    Recording recording = measured(engine(TRUE, 2_000), 400);
    Replay replay = new Replay(recording, ClosedLoops.none(recording), List.of());
    List<CoefficientFit.Part> parts =
        List.of(
            new CoefficientFit.Part(0, 20 * SECOND),
            new CoefficientFit.Part(60 * SECOND, 70 * SECOND));
    EngineConfig other = engine(new StepTime(6_000, 300, 80, 1.2, 0.02), 2_000);
    CoefficientFit both = new CoefficientFit(replay, other, parts);
    CoefficientFit first = new CoefficientFit(replay, other, parts.subList(0, 1));
    CoefficientFit second = new CoefficientFit(replay, other, parts.subList(1, 2));

    long inFirst = recording.requests().stream().filter(r -> r.sentNanos() < 20 * SECOND).count();
    assertThat(first.fittedRequests()).isEqualTo(inFirst).isPositive();
    assertThat(second.fittedRequests()).isPositive();
    assertThat(both.fittedRequests()).isEqualTo(inFirst + second.fittedRequests());
    assertThat(both.loss(other) * both.fittedRequests())
        .isCloseTo(
            first.loss(other) * first.fittedRequests()
                + second.loss(other) * second.fittedRequests(),
            within(1e-9));
  }

  private static Recording.Request request(double sentMs, int endpoint, double ttftMs) {
    return new Recording.Request(Math.round(sentMs * 1e6), endpoint, 10, 1, ttftMs, 0);
  }

  @Test
  void aWorkerIsKnownByWhenItSends() {
    Recording recording =
        new Recording(
            START,
            List.of(new EndpointId("t", "loop"), new EndpointId("t", "open")),
            List.of(
                request(0, 0, 100),
                request(1, 0, 200),
                request(2, 1, 98),
                request(100, 0, 50),
                request(101, 1, 50),
                request(107, 0, 50),
                request(203, 0, 50)));

    // At 100 the first was answered; at 107 nobody had been for more than 5 ms; at 203 the second.
    assertThat(ClosedLoops.find(recording, Set.of(0))).containsExactly(-1, -1, -1, 0, -1, -1, 1);
    assertThat(ClosedLoops.none(recording)).containsOnly(-1);
  }

  @Test
  void aWorkerOfASlowerEngineSendsLater() {
    Recording recording =
        new Recording(
            START,
            List.of(new EndpointId("t", "loop")),
            List.of(request(0, 0, 6), request(6, 0, 6), request(12, 0, 6)));
    EngineConfig slow = engine(new StepTime(20_000, 0, 0, 0, 0), 0);

    Replay.Prediction loop =
        new Replay(recording, ClosedLoops.find(recording, Set.of(0)), List.of())
            .run(slow, Long.MIN_VALUE, Long.MAX_VALUE);
    Replay.Prediction open =
        new Replay(recording, ClosedLoops.none(recording), List.of())
            .run(slow, Long.MIN_VALUE, Long.MAX_VALUE);

    assertThat(List.of(loop.ttftMs(0), loop.ttftMs(1), loop.ttftMs(2)))
        .containsExactly(20.0, 20.0, 20.0);
    assertThat(List.of(open.ttftMs(0), open.ttftMs(1), open.ttftMs(2)))
        .containsExactly(20.0, 34.0, 28.0);
  }

  @Test
  void requestsAreComparedByPartAndGaugesByMinute() {
    Recording recording =
        new Recording(
            START,
            List.of(new EndpointId("t", "a")),
            List.of(request(1_000, 0, 10), request(2_000, 0, 30), request(61_000, 0, 5)));
    Replay.Prediction prediction =
        new Replay(recording, ClosedLoops.none(recording), List.of())
            .run(engine(new StepTime(10_000, 0, 0, 0, 0), 0), Long.MIN_VALUE, Long.MAX_VALUE);
    List<Long> cuts = List.of(60 * SECOND);

    assertThat(Comparison.requests(recording, prediction, cuts))
        .containsExactly(
            new Comparison.Row(0, new EndpointId("t", "a"), 2, 20, 10, 0, 0),
            new Comparison.Row(1, new EndpointId("t", "a"), 1, 5, 10, 0, 0));
    List<PoolMetric> metrics =
        List.of(
            new PoolMetric("p", START, new BigDecimal("0.5"), 3L),
            new PoolMetric("p", START.plusSeconds(60), null, 3L),
            new PoolMetric("p", START.plusSeconds(600), BigDecimal.ONE, 3L));
    assertThat(Comparison.gauges(recording, prediction, metrics, cuts))
        .containsExactly(new Comparison.GaugeRow(0, 1, 0.5, 0, 3, 0));
  }
}
