package dev.slowhour.loadgen.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import dev.slowhour.loadgen.simulate.Pause;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The hour that was recorded on a real vLLM, told by the model with the coefficients that {@code
 * loadgen fit} finds in its quiet parts; docs/engine-model.md has all parts, also those that it
 * misses.
 */
class RecordedHourTest {

  private static final Path HOUR = Path.of("../examples/recorded-hour");

  private static final EngineConfig ENGINE =
      new EngineConfig(
          1024,
          16,
          2048,
          0,
          32,
          255,
          false,
          SchedulingPolicy.FCFS,
          new StepTime(3996.7, 339.51, 135.51, 1.7445, 0.08527),
          new Frontend(4669.3, 0));

  private static final int BEFORE = 0;
  private static final int BURST = 1;
  private static final int LONG_INPUTS = 4;
  private static final int AFTER = 6;

  private static List<Comparison.Row> rows;
  private static List<Comparison.GaugeRow> gauges;

  @BeforeAll
  static void replay() throws Exception {
    Recording recording =
        RecordingReader.requests(List.of(HOUR.resolve("request_logs.jsonl.gz")), null);
    int batch = recording.endpoints().indexOf(new EndpointId("tnt-f06", "ep-f-batch-01"));
    Pause stopped = new Pause(at(recording, "19:52:30.001"), at(recording, "19:52:45.002"));
    Replay.Prediction prediction =
        new Replay(recording, ClosedLoops.find(recording, Set.of(batch)), List.of(stopped))
            .run(ENGINE, Long.MIN_VALUE, Long.MAX_VALUE);
    List<Long> cuts =
        Stream.of("19:14", "19:24", "19:26", "19:36", "19:52", "19:53")
            .map(time -> at(recording, time))
            .toList();
    rows = Comparison.requests(recording, prediction, cuts);
    List<PoolMetric> metrics = RecordingReader.metrics(HOUR.resolve("pool_metrics.jsonl"), null);
    gauges = Comparison.gauges(recording, prediction, metrics, cuts);
  }

  private static long at(Recording recording, String time) {
    return recording.nanosAt(OffsetDateTime.parse("2026-11-30T" + time + "+09:00").toInstant());
  }

  @Test
  void meansOfEveryEndpointAreToldWithinFifteenAndSevenPercent() {
    assertThat(rows)
        .filteredOn(row -> Set.of(BEFORE, BURST, LONG_INPUTS, AFTER).contains(row.part()))
        .hasSize(28)
        .allSatisfy(row -> assertThat(row.ttftOff()).isBetween(-0.15, 0.15))
        .allSatisfy(row -> assertThat(row.tpotOff()).isBetween(-0.07, 0.07));
  }

  @Test
  void theQueueAndTheCacheFollow() {
    Comparison.GaugeRow burst = gauges.get(BURST);

    assertThat(burst.measuredKvUsage()).isCloseTo(0.975, within(0.001));
    assertThat(burst.modelKvUsage()).isCloseTo(burst.measuredKvUsage(), within(0.03));
    assertThat(burst.modelWaiting() / burst.measuredWaiting()).isBetween(0.85, 1.15);
    for (int part : List.of(BEFORE, LONG_INPUTS, AFTER)) {
      assertThat(gauges.get(part).modelKvUsage())
          .isCloseTo(gauges.get(part).measuredKvUsage(), within(0.05));
      assertThat(gauges.get(part).modelWaiting()).isZero();
    }
  }
}
