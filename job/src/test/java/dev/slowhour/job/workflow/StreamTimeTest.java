package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.job.testing.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.TwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamTimeTest {

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final long NOW = TEN.toEpochMilli();
  private static final long D = 60_000;

  private TwoInputStreamOperatorTestHarness<TimedBlock, Positions, RequestBlock> harness;

  private void open(int partitions) throws Exception {
    harness = harness(partitions, 1, 0);
    harness.open();
  }

  private static TwoInputStreamOperatorTestHarness<TimedBlock, Positions, RequestBlock> harness(
      int partitions, int parallelism, int subtask) throws Exception {
    return new TwoInputStreamOperatorTestHarness<>(
        new StreamTime(TimeSettings.defaults(partitions)), 128, parallelism, subtask);
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void own(PartitionTime... partitions) throws Exception {
    harness.processElement1(
        new StreamRecord<>(TimedBlock.of(new Positions(0, List.of(partitions)))));
  }

  private void other(int subtask, PartitionTime... partitions) throws Exception {
    harness.processElement2(new StreamRecord<>(new Positions(subtask, List.of(partitions))));
  }

  private void block(Request request) throws Exception {
    harness.processElement1(new StreamRecord<>(TimedBlock.of(Blocks.of(request))));
  }

  private static PartitionTime at(int partition, long newestMs) {
    return new PartitionTime(partition, newestMs, false);
  }

  private List<Long> watermarks() {
    return harness.getOutput().stream()
        .filter(Watermark.class::isInstance)
        .map(mark -> ((Watermark) mark).getTimestamp())
        .toList();
  }

  @Test
  void aBlockPassesAtOnceWithTheCompletionOfItsLastRequest() throws Exception {
    open(1);
    block(AT_TEN);

    assertThat(harness.extractOutputStreamRecords()).hasSize(1);
    assertThat(harness.extractOutputStreamRecords().get(0).getTimestamp()).isEqualTo(NOW + 100);
    assertThat(watermarks()).isEmpty();
  }

  @Test
  void theEarliestArrivalIsToldBeforeTheBlockThatBringsIt() throws Exception {
    open(1);
    block(AT_TEN);
    block(AT_TEN.after(Duration.ofSeconds(5)));
    block(AT_TEN.after(Duration.ofSeconds(-5)));

    assertThat(harness.getSideOutput(RequestBlocks.FIRST_ARRIVALS))
        .extracting(StreamRecord::getValue)
        .containsExactly(TEN, TEN.minusSeconds(5));
  }

  @Test
  void streamTimeIsTheWatermarkAndIsToldOnceForEachTime() throws Exception {
    open(1);
    own(at(0, NOW));
    own(at(0, NOW));
    own(at(0, NOW + 3));

    assertThat(watermarks()).containsExactly(NOW - D, NOW + 3 - D);
  }

  @Test
  void whatOtherSubtasksReadHoldsItBack() throws Exception {
    open(2);
    own(at(0, NOW));
    assertThat(watermarks()).isEmpty();

    other(1, at(1, NOW - 500));

    assertThat(watermarks()).containsExactly(NOW - 500 - D);
  }

  @Test
  void itsOwnPositionsDoNotCountBeforeItsBlocksHaveCome() throws Exception {
    open(1);
    other(0, at(0, NOW));

    assertThat(watermarks()).isEmpty();
  }

  @Test
  void theEndOfBothInputsIsTheEndOfTime() throws Exception {
    open(1);
    harness.processWatermark1(new Watermark(NOW));
    harness.processWatermark1(Watermark.MAX_WATERMARK);
    assertThat(watermarks()).isEmpty();

    harness.processWatermark2(Watermark.MAX_WATERMARK);

    assertThat(watermarks()).containsExactly(Long.MAX_VALUE);
  }

  @Test
  void afterARestoreTimeIsKnownBeforeTheFirstRow() throws Exception {
    open(1);
    own(at(0, NOW));
    OperatorSubtaskState state = harness.snapshot(1, 1);
    harness.close();

    harness = harness(1, 1, 0);
    harness.initializeState(state);
    harness.open();
    block(AT_TEN);

    assertThat(harness.getOutput()).first().isEqualTo(new Watermark(NOW - D));
  }

  @Test
  void afterARestoreAtAnotherParallelismTheLeastThatWasToldHolds() throws Exception {
    OperatorSubtaskState ahead;
    OperatorSubtaskState behind;
    harness = harness(2, 2, 0);
    harness.open();
    own(at(0, NOW));
    other(1, at(1, NOW + 9));
    ahead = harness.snapshot(1, 1);
    harness.close();
    harness = harness(2, 2, 1);
    harness.open();
    other(0, at(0, NOW - 7));
    harness.processElement1(
        new StreamRecord<>(TimedBlock.of(new Positions(1, List.of(at(1, NOW))))));
    behind = harness.snapshot(1, 1);
    harness.close();

    OperatorSubtaskState all = AbstractStreamOperatorTestHarness.repackageState(ahead, behind);
    for (int subtask = 0; subtask < 3; subtask++) {
      harness = harness(2, 3, subtask);
      harness.initializeState(
          AbstractStreamOperatorTestHarness.repartitionOperatorState(all, 128, 2, 3, subtask));
      harness.open();
      block(AT_TEN);
      assertThat(watermarks()).containsExactly(NOW - 7 - D);
      harness.close();
    }
  }
}
