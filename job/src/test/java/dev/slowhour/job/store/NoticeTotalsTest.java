package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoticeTotalsTest {

  private static final Instant TEN = Windows.TEN;

  private KeyedOneInputStreamOperatorTestHarness<NoticeUnit, Notice, CountedNotice> harness;

  @BeforeEach
  void open() throws Exception {
    harness = newHarness();
    harness.open();
  }

  private static KeyedOneInputStreamOperatorTestHarness<NoticeUnit, Notice, CountedNotice>
      newHarness() throws Exception {
    return new KeyedOneInputStreamOperatorTestHarness<>(
        new KeyedProcessOperator<>(new NoticeTotals()),
        NoticeUnit::of,
        TypeInformation.of(NoticeUnit.class));
  }

  @AfterEach
  void close() throws Exception {
    harness.close();
  }

  private static Notice notice(String tenantOrNull, long offset) {
    return new Notice(
        Table.REQUEST_LOGS,
        new Place(0, offset),
        NoticeCode.INVALID_FIELD,
        List.of("ttft_ms"),
        tenantOrNull,
        null,
        tenantOrNull == null ? null : TEN,
        "raw");
  }

  private void process(Notice notice) throws Exception {
    harness.processElement(new StreamRecord<>(notice));
  }

  private void watermark(Instant time) throws Exception {
    harness.processWatermark(time.toEpochMilli());
  }

  private List<Long> numbers() {
    return harness.extractOutputValues().stream().map(CountedNotice::number).toList();
  }

  @Test
  void noticesAreNumberedByUnit() throws Exception {
    process(notice("a", 1));
    process(notice("a", 2));
    process(notice("b", 3));
    process(notice(null, 4));
    process(notice("a", 5));
    process(notice(null, 6));

    assertThat(numbers()).containsExactly(1L, 2L, 1L, 1L, 3L, 2L);
  }

  @Test
  void oneThatIsOnlyCountedTravelsWithoutItsLine() throws Exception {
    for (int offset = 1; offset <= 1_001; offset++) {
      process(notice("a", offset));
    }

    List<CountedNotice> counted = harness.extractOutputValues();
    assertThat(counted.get(999).notice()).isEqualTo(notice("a", 1_000));
    assertThat(counted.get(1_000).number()).isEqualTo(1_001);
    assertThat(counted.get(1_000).notice().rawLine()).isEmpty();
    assertThat(NoticeUnit.of(counted.get(1_000).notice())).isEqualTo(NoticeUnit.of(notice("a", 1)));
  }

  @Test
  void countsGoOnAfterARestore() throws Exception {
    process(notice("a", 1));
    process(notice("a", 2));
    process(notice("b", 3));
    OperatorSubtaskState snapshot = harness.snapshot(1, 1);
    harness.close();
    harness = newHarness();
    harness.initializeState(snapshot);
    harness.open();

    process(notice("a", 4));
    process(notice("b", 5));
    process(notice("c", 6));

    assertThat(numbers()).containsExactly(3L, 2L, 1L);
  }

  @Test
  void aUnitIsForgottenWhenNoneOfItCameForTwoDays() throws Exception {
    watermark(TEN);
    process(notice("a", 1));
    process(notice("a", 2));
    assertThat(harness.numEventTimeTimers()).as("one for all of an hour").isEqualTo(1);

    watermark(TEN.plus(Duration.ofHours(47)));
    process(notice("a", 3));
    assertThat(numbers()).containsExactly(1L, 2L, 3L);

    watermark(TEN.plus(Duration.ofHours(47 + 48)));
    process(notice("a", 4));
    assertThat(numbers()).as("each one puts it off").containsExactly(1L, 2L, 3L, 4L);

    watermark(TEN.plus(Duration.ofHours(47 + 48 + 50)));
    assertThat(harness.numKeyedStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }

  @Test
  void whatComesBeforeTheFirstWatermarkIsNotForgottenWithIt() throws Exception {
    harness.setProcessingTime(TEN.plus(Duration.ofDays(9)).toEpochMilli());
    process(notice(null, 1));

    watermark(TEN);
    process(notice(null, 2));

    assertThat(numbers()).containsExactly(1L, 2L);
  }

  @Test
  void atTheEndOfTheInputEverythingIsForgotten() throws Exception {
    watermark(TEN);
    process(notice("a", 1));
    process(notice(null, 2));

    harness.processWatermark(Long.MAX_VALUE);

    assertThat(harness.numKeyedStateEntries()).isZero();
    assertThat(harness.numEventTimeTimers()).isZero();
  }
}
