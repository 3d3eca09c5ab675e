package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.RequestBlock;
import dev.slowhour.job.testing.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestBlocksTest {

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");
  private static final Instant TEN = AT_TEN.arrivedAt();

  private OneInputStreamOperatorTestHarness<RequestLine, RequestBlock> harness;

  @BeforeEach
  void open() throws Exception {
    harness = opened(JudgeSettings.defaults());
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private static OneInputStreamOperatorTestHarness<RequestLine, RequestBlock> opened(
      JudgeSettings settings) throws Exception {
    OneInputStreamOperatorTestHarness<RequestLine, RequestBlock> harness =
        new OneInputStreamOperatorTestHarness<>(new RequestBlocks(settings));
    harness.open();
    return harness;
  }

  private void read(Request request) throws Exception {
    harness.processElement(new StreamRecord<>(new RequestLine(request.row(), null, 0, 0)));
  }

  private void readMany(Request request, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      read(request);
    }
  }

  private List<RequestBlock> blocks() {
    return harness.extractOutputValues();
  }

  private long timestampOfOnlyBlock() {
    assertThat(harness.extractOutputStreamRecords()).hasSize(1);
    return harness.extractOutputStreamRecords().get(0).getTimestamp();
  }

  @Test
  void nothingComesOutOfNothing() throws Exception {
    harness.processWatermark(1);
    harness.prepareSnapshotPreBarrier(1);
    harness.endInput();

    assertThat(blocks()).isEmpty();
  }

  @Test
  void aBlockIsFullWith2048RowsAndNotOneEarlier() throws Exception {
    readMany(AT_TEN, 2_047);
    assertThat(blocks()).isEmpty();

    read(AT_TEN);

    assertThat(blocks()).extracting(RequestBlock::size).containsExactly(2_048);
  }

  @Test
  void theRowAfterAFullBlockBeginsANewOne() throws Exception {
    readMany(AT_TEN, 2_048);
    read(AT_TEN.id("the next"));
    harness.endInput();

    assertThat(blocks()).extracting(RequestBlock::size).containsExactly(2_048, 1);
    assertThat(blocks().get(1).requestId(0)).isEqualTo("the next");
  }

  @Test
  void allBlocksGoOnWhen65536RowsWaitAndNotOneEarlier() throws Exception {
    // 64 endpoints with 1,023 rows each, and 64 rows more, none of which fills a block.
    for (int endpoint = 0; endpoint < 64; endpoint++) {
      readMany(AT_TEN.to("tenant", "endpoint-" + endpoint), 1_023);
    }
    readMany(AT_TEN.to("tenant", "last"), 63);
    assertThat(blocks()).isEmpty();

    read(AT_TEN.to("tenant", "last"));

    assertThat(blocks()).hasSize(65);
    assertThat(blocks().stream().mapToInt(RequestBlock::size).sum()).isEqualTo(65_536);
  }

  @Test
  void rowsOfFullBlocksDoNotWaitAnyMore() throws Exception {
    readMany(AT_TEN, 40 * 2_048);
    readMany(AT_TEN.to("tenant", "other"), 2_047);

    assertThat(blocks()).hasSize(40);
  }

  @Test
  void rowsOfAnotherTenantEndpointOrHourGoToAnotherBlock() throws Exception {
    read(AT_TEN);
    read(AT_TEN.to("other", "endpoint"));
    read(AT_TEN.to("tenant", "other"));
    read(AT_TEN.after(Duration.ofHours(1)));
    read(AT_TEN.after(Duration.ofMinutes(59)));
    harness.endInput();

    assertThat(blocks())
        .extracting(
            RequestBlock::tenantId,
            RequestBlock::endpointId,
            RequestBlock::hour,
            RequestBlock::size)
        .containsExactlyInAnyOrder(
            tuple("tenant", "endpoint", TEN, 2),
            tuple("other", "endpoint", TEN, 1),
            tuple("tenant", "other", TEN, 1),
            tuple("tenant", "endpoint", TEN.plusSeconds(3_600), 1));
  }

  @Test
  void rowsOfSeveralPoolsShareABlock() throws Exception {
    read(AT_TEN.pool("p"));
    read(AT_TEN.pool("q"));
    harness.endInput();

    assertThat(blocks()).hasSize(1);
    assertThat(blocks().get(0).pools()).containsExactly("p", "q");
  }

  @Test
  void theLastInstantOfAnHourBelongsToIt() throws Exception {
    read(AT_TEN.after(Duration.ofHours(1).minusNanos(1)));
    harness.endInput();

    assertThat(blocks()).extracting(RequestBlock::hour).containsExactly(TEN);
    assertThat(blocks().get(0).arrivedNanos()).containsExactly(3_599_999_999_999L);
  }

  @Test
  void anOffsetOfHalfAnHourDecidesTheHour() throws Exception {
    harness.close();
    harness =
        opened(
            new JudgeSettings(
                "Asia/Kolkata", JudgeSettings.DEFAULT_MAX_REQUEST_DURATION, null, null));
    read(Request.at("2026-10-13T10:29:59.999+00:00"));
    read(Request.at("2026-10-13T10:30:00+00:00"));
    harness.endInput();

    assertThat(blocks())
        .extracting(RequestBlock::hour)
        .containsExactlyInAnyOrder(
            Instant.parse("2026-10-13T09:30:00Z"), Instant.parse("2026-10-13T10:30:00Z"));
  }

  @Test
  void hoursBefore1970AreHours() throws Exception {
    read(Request.at("1970-01-01T00:30+18:00"));
    harness.endInput();

    assertThat(blocks())
        .extracting(RequestBlock::hour)
        .containsExactly(Instant.parse("1969-12-31T06:00:00Z"));
    assertThat(timestampOfOnlyBlock())
        .isEqualTo(Instant.parse("1969-12-31T06:30:00.100Z").toEpochMilli());
  }

  @Test
  void theTimestampIsTheCompletionOfTheLastRequestToAnswer() throws Exception {
    read(AT_TEN.ttft(5_000));
    read(AT_TEN.after(Duration.ofSeconds(2)).ttft(1_000));
    harness.endInput();

    assertThat(timestampOfOnlyBlock()).isEqualTo(TEN.toEpochMilli() + 5_000);
  }

  @Test
  void theTimestampIsCutToTheMillisecond() throws Exception {
    read(AT_TEN.ttft(1).tpot("0.999999"));
    harness.endInput();

    assertThat(blocks().get(0).lastCompletionNanos()).isEqualTo(1_999_999);
    assertThat(timestampOfOnlyBlock()).isEqualTo(TEN.toEpochMilli() + 1);
  }

  @Test
  void aWatermarkDoesNotOvertakeARow() throws Exception {
    read(AT_TEN);
    harness.processWatermark(7);

    assertThat(harness.getOutput()).hasSize(2).last().isEqualTo(new Watermark(7));
    assertThat(blocks()).hasSize(1);
  }

  @Test
  void aCheckpointMissesNoRow() throws Exception {
    read(AT_TEN);
    harness.prepareSnapshotPreBarrier(1);

    assertThat(blocks()).hasSize(1);
  }

  @Test
  void theEndOfTheInputMissesNoRow() throws Exception {
    read(AT_TEN);
    harness.endInput();

    assertThat(blocks()).hasSize(1);
  }

  @Test
  void whatHasGoneOnDoesNotComeAgain() throws Exception {
    read(AT_TEN);
    harness.processWatermark(7);
    harness.prepareSnapshotPreBarrier(1);
    harness.endInput();

    assertThat(blocks()).hasSize(1);
  }

  @Test
  void rowsKeepAllThatWasRead() throws Exception {
    Request request =
        AT_TEN
            .id("요청-😀")
            .place(3, 77)
            .pool("풀")
            .ttft(123)
            .tpot("1.234567890123456789012345678901");
    read(request);
    harness.endInput();

    RequestBlock block = blocks().get(0);
    assertThat(block.requestId(0)).isEqualTo("요청-😀");
    assertThat(block.place(0)).isEqualTo(new Place(3, 77));
    assertThat(block.accelPool(0)).isEqualTo("풀");
    assertThat(block.ttftMs()).containsExactly(123);
    assertThat(block.inputTokens()).containsExactly(10);
    assertThat(block.outputTokens()).containsExactly(1);
    assertThat(block.tpotMs(0)).isEqualTo("1.234567890123456789012345678901");
    assertThat(block.durationNanos()).containsExactly(124_234_567);
  }

  @Test
  void noticesAndTheEndOfAFileOnlyCount() throws Exception {
    Notice notice =
        new Notice(
            Table.REQUEST_LOGS,
            new Place(0, 1),
            NoticeCode.MALFORMED_JSON,
            List.of(),
            null,
            null,
            null,
            "{");
    harness.processElement(new StreamRecord<>(new RequestLine(null, notice, 10, 2)));
    harness.processElement(new StreamRecord<>(new RequestLine(null, null, 5, 3)));
    harness.processElement(new StreamRecord<>(new RequestLine(AT_TEN.row(), null, 100, 0)));
    harness.endInput();

    assertThat(blocks()).hasSize(1);
    assertThat(count("request_logs.rows")).isEqualTo(1L);
    assertThat(count("request_logs.unreadable")).isEqualTo(1L);
    assertThat(count("request_logs.blank_lines")).isEqualTo(5L);
    assertThat(count("request_logs.bytes")).isEqualTo(115L);
  }

  private Object count(String accumulator) {
    Accumulator<?, ?> counter =
        harness.getEnvironment().getAccumulatorRegistry().getUserMap().get(accumulator);
    return counter.getLocalValue();
  }

  private static Notice leftOut(String tenantOrNull, String endpointOrNull, Instant hourOrNull) {
    return new Notice(
        Table.REQUEST_LOGS,
        new Place(0, 7),
        NoticeCode.INVALID_FIELD,
        List.of("ttft_ms"),
        tenantOrNull,
        endpointOrNull,
        hourOrNull,
        "{}");
  }

  private void readNotice(Notice notice) throws Exception {
    harness.processElement(new StreamRecord<>(new RequestLine(null, notice, 0, 0)));
  }

  @Test
  void aLineThatIsNoRowIsCountedWithTheRowsOfItsEndpointAndHour() throws Exception {
    read(AT_TEN);
    readNotice(leftOut("tenant", "endpoint", TEN));
    readNotice(leftOut("tenant", "endpoint", TEN));
    harness.endInput();

    assertThat(blocks()).hasSize(1);
    assertThat(blocks().get(0).size()).isEqualTo(1);
    assertThat(blocks().get(0).leftOut()).containsExactly(entry(NoticeCode.INVALID_FIELD, 2));
  }

  @Test
  void aBlockMayHoldNothingButSuchLinesAndThenHasTheTimeOfItsHour() throws Exception {
    readNotice(leftOut("tenant", "endpoint", TEN));
    harness.endInput();

    assertThat(blocks()).extracting(RequestBlock::size).containsExactly(0);
    assertThat(timestampOfOnlyBlock()).isEqualTo(TEN.toEpochMilli());
  }

  @Test
  void aLineWhoseEndpointOrHourIsNotKnownBelongsToNoBlock() throws Exception {
    readNotice(leftOut(null, "endpoint", TEN));
    readNotice(leftOut("tenant", null, TEN));
    readNotice(leftOut("tenant", "endpoint", null));
    harness.endInput();

    assertThat(blocks()).isEmpty();
  }

  @Test
  void linesThatAreNoRowsWaitLikeRowsAndNoLonger() throws Exception {
    for (int line = 0; line < 65_535; line++) {
      readNotice(leftOut("tenant-" + line, "endpoint", TEN));
    }
    assertThat(blocks()).isEmpty();

    readNotice(leftOut("tenant", "endpoint", TEN));

    assertThat(blocks()).hasSize(65_536);
  }

  @Test
  void theFirstArrivalIsToldEachTimeThatAnEarlierOneComes() throws Exception {
    read(AT_TEN.after(Duration.ofMinutes(2)));
    read(AT_TEN.after(Duration.ofMinutes(3)));
    read(AT_TEN.after(Duration.ofMinutes(2)));
    read(AT_TEN);

    assertThat(harness.getSideOutput(RequestBlocks.FIRST_ARRIVALS))
        .extracting(StreamRecord::getValue)
        .containsExactly(TEN.plusSeconds(120), TEN);
  }

  @Test
  @Timeout(30)
  void endpointsWhoseHashesAreEqualAreToldApartAsFastAsOthers() throws Exception {
    int endpoints = 1 << 15;
    for (int i = 0; i < endpoints; i++) {
      StringBuilder id = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        id.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      read(AT_TEN.to("tenant", id.toString()));
    }
    harness.endInput();

    assertThat(blocks()).hasSize(endpoints);
  }
}
