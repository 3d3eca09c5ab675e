package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.job.testing.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimedBlocksTest {

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();
  private static final long DONE = TEN.plusMillis(100).toEpochMilli();

  private OneInputStreamOperatorTestHarness<RequestLine, TimedBlock> harness;
  private long wall;

  @BeforeEach
  void open() throws Exception {
    harness =
        new OneInputStreamOperatorTestHarness<>(
            new TimedBlocks(JudgeSettings.defaults(), TimeSettings.defaults(1), 1_000));
    harness.open();
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private void read(Request request, long recordTimestamp) throws Exception {
    harness.processElement(
        new StreamRecord<>(new RequestLine(request.row(), null, 0, 0), recordTimestamp));
  }

  private void read(Request request) throws Exception {
    read(request, TEN.plusMillis(100).toEpochMilli());
  }

  private void pass(Duration time) throws Exception {
    long until = wall + time.toMillis();
    while (wall < until) {
      wall += 200;
      harness.setProcessingTime(wall);
    }
  }

  private List<RequestBlock> blocks() {
    return harness.extractOutputValues().stream()
        .map(TimedBlock::blockOrNull)
        .filter(Objects::nonNull)
        .toList();
  }

  private List<PartitionTime> lastTold() {
    List<Positions> told = new ArrayList<>();
    harness.extractOutputValues().stream()
        .map(TimedBlock::positionsOrNull)
        .filter(Objects::nonNull)
        .forEach(told::add);
    return told.get(told.size() - 1).partitions();
  }

  @Test
  void rowsLeaveWithinAFifthOfASecondAndBeforeThePositionThatCountsThem() throws Exception {
    read(AT_TEN);
    assertThat(harness.extractOutputValues()).isEmpty();

    pass(Duration.ofMillis(200));

    assertThat(harness.extractOutputValues())
        .extracting(timed -> timed.blockOrNull() != null)
        .containsExactly(true, false);
    assertThat(lastTold()).containsExactly(new PartitionTime(0, DONE, false));
  }

  @Test
  void positionsAreToldAsideTooForTheOtherSubtasks() throws Exception {
    read(AT_TEN.place(3, 1));
    pass(Duration.ofMillis(200));

    assertThat(harness.getSideOutput(TimedBlocks.POSITIONS))
        .extracting(StreamRecord::getValue)
        .containsExactly(new Positions(0, List.of(new PartitionTime(3, DONE, false))));
  }

  @Test
  void afterManyLinesPositionsAreToldHoweverLittleTimePassed() throws Exception {
    for (int line = 0; line < 999; line++) {
      read(AT_TEN);
    }
    assertThat(harness.extractOutputValues()).isEmpty();

    read(AT_TEN);

    assertThat(lastTold()).containsExactly(new PartitionTime(0, DONE, false));
  }

  @Test
  void aRowThatCompletesFiveMinutesAfterItsRecordStillTellsTheTime() throws Exception {
    read(AT_TEN, DONE - 300_000);
    pass(Duration.ofMillis(200));

    assertThat(lastTold()).containsExactly(new PartitionTime(0, DONE, false));
  }

  @Test
  void aRowFromTheFutureIsJudgedAndDoesNotTellTheTime() throws Exception {
    read(AT_TEN, DONE - 300_001);
    pass(Duration.ofMillis(200));

    assertThat(blocks()).hasSize(1);
    assertThat(lastTold()).isEmpty();
  }

  @Test
  void aRowWhoseRecordHasNoTimestampTellsTheTime() throws Exception {
    read(AT_TEN, Long.MIN_VALUE);
    pass(Duration.ofMillis(200));
    read(AT_TEN.after(Duration.ofSeconds(1)), -1);
    pass(Duration.ofMillis(200));

    assertThat(lastTold()).containsExactly(new PartitionTime(0, DONE + 1_000, false));
  }

  @Test
  void aLineThatIsNoRowCountsInItsHourAndDoesNotTellTheTime() throws Exception {
    Notice notice =
        new Notice(
            Table.REQUEST_LOGS,
            new Place(0, 7),
            NoticeCode.INVALID_FIELD,
            List.of("ttft_ms"),
            "tenant",
            "endpoint",
            TEN,
            "{}");
    harness.processElement(new StreamRecord<>(new RequestLine(null, notice, 0, 0), DONE));
    pass(Duration.ofMillis(200));

    assertThat(blocks()).extracting(RequestBlock::linesSeen).containsExactly(1L);
    assertThat(lastTold()).isEmpty();
  }

  @Test
  void aPartitionIsSilentAfterHalfAMinuteWithoutARow() throws Exception {
    read(AT_TEN);
    pass(Duration.ofSeconds(30));
    assertThat(lastTold()).containsExactly(new PartitionTime(0, DONE, true));

    read(AT_TEN);
    pass(Duration.ofMillis(200));
    assertThat(lastTold()).containsExactly(new PartitionTime(0, DONE, false));
  }

  @Test
  void noCheckpointMissesARow() throws Exception {
    read(AT_TEN);
    harness.prepareSnapshotPreBarrier(1);

    assertThat(blocks()).hasSize(1);
  }

  @Test
  void noWatermarkOfTheSourcePassesButTheLast() throws Exception {
    read(AT_TEN);
    harness.processWatermark(DONE);
    harness.processWatermarkStatus(WatermarkStatus.IDLE);
    assertThat(harness.getOutput()).isEmpty();

    harness.processWatermark(Watermark.MAX_WATERMARK);

    assertThat(blocks()).hasSize(1);
    assertThat(harness.getOutput()).last().isEqualTo(Watermark.MAX_WATERMARK);
  }

  @Test
  void atTheEndOfTheInputNobodyWaitsForItsPartitions() throws Exception {
    read(AT_TEN);
    harness.endInput();

    assertThat(blocks()).hasSize(1);
    assertThat(lastTold()).containsExactly(new PartitionTime(0, DONE, true));
  }
}
