package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.PoolMetric;
import java.time.Instant;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricTimeTest {

  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00Z");
  private static final long B = 3_600_000;
  private static final long D = 60_000;

  private OneInputStreamOperatorTestHarness<PoolMetricLine, PoolMetricLine> harness;
  private long wall;

  @BeforeEach
  void open() throws Exception {
    harness = new OneInputStreamOperatorTestHarness<>(new MetricTime(B, TimeSettings.defaults(1)));
    harness.open();
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void read(int partition, Instant minute) throws Exception {
    harness.processElement(
        new StreamRecord<>(
            new PoolMetricLine(new PoolMetric("pool", minute, null, 1L), null, 0, 0, partition)));
  }

  private void pass(long milliseconds) throws Exception {
    long until = wall + milliseconds;
    while (wall < until) {
      wall += 200;
      harness.setProcessingTime(wall);
    }
  }

  private void catchUp() throws Exception {
    harness.processWatermark(Watermark.MAX_WATERMARK);
  }

  private List<Object> said() {
    return harness.getOutput().stream()
        .filter(element -> element instanceof Watermark || element instanceof WatermarkStatus)
        .toList();
  }

  private static Watermark heldAt(Instant minute) {
    return new Watermark(minute.toEpochMilli() - D + B);
  }

  @Test
  void linesPassAtOnce() throws Exception {
    read(0, TEN);

    assertThat(harness.extractOutputValues()).hasSize(1);
  }

  @Test
  void untilTheTopicWasReadToTheEndThatItHadEverythingIsHeldBack() throws Exception {
    read(0, TEN);
    pass(10 * 60_000);

    assertThat(said()).isEmpty();
  }

  @Test
  void hoursWhoseMetricsWereReadAreLetGo() throws Exception {
    read(0, TEN);
    catchUp();
    read(0, TEN.plusSeconds(60));
    pass(200);

    assertThat(said()).containsExactly(heldAt(TEN), heldAt(TEN.plusSeconds(60)));
  }

  @Test
  void theSlowestPartitionHoldsBack() throws Exception {
    read(0, TEN);
    read(1, TEN.minusSeconds(1_200));
    catchUp();

    assertThat(said()).containsExactly(heldAt(TEN.minusSeconds(1_200)));
  }

  @Test
  void whileAllAreSilentNothingIsHeldBack() throws Exception {
    read(0, TEN);
    catchUp();
    pass(30_000);
    assertThat(said()).containsExactly(heldAt(TEN), WatermarkStatus.IDLE);

    read(0, TEN.plusSeconds(60));
    pass(200);
    assertThat(said())
        .endsWith(WatermarkStatus.IDLE, WatermarkStatus.ACTIVE, heldAt(TEN.plusSeconds(60)));
  }

  @Test
  void aTopicWithoutMetricsHoldsNothingBack() throws Exception {
    catchUp();

    assertThat(said()).containsExactly(WatermarkStatus.IDLE);
  }

  @Test
  void theEndOfTheInputIsTheEndOfTime() throws Exception {
    catchUp();
    harness.endInput();

    assertThat(said())
        .containsExactly(WatermarkStatus.IDLE, WatermarkStatus.ACTIVE, Watermark.MAX_WATERMARK);
  }
}
