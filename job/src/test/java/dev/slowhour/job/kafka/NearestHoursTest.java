package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import java.time.Instant;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

// A harness says that closing it may be interrupted.
@SuppressWarnings("try")
class NearestHoursTest {

  private static final Instant NINE = Instant.parse("2026-10-13T00:00:00Z");
  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00Z");
  private static final Instant ELEVEN = Instant.parse("2026-10-13T02:00:00Z");

  private static TopicLine<String> row(int partition, long offset, Instant instant) {
    return new TopicLine<>("row", null, new Place(partition, offset), instant, null, 3);
  }

  private static TopicLine<String> fault(
      int partition, long offset, Instant instantOrNull, Instant hourOrNull) {
    Place place = new Place(partition, offset);
    Notice notice =
        new Notice(
            Table.REQUEST_LOGS,
            place,
            NoticeCode.INVALID_FIELD,
            List.of("ttft_ms"),
            "tenant",
            "endpoint",
            hourOrNull,
            "raw");
    OriginalRecord original = new OriginalRecord(new byte[] {1}, new byte[] {2}, 3, List.of());
    return new TopicLine<>(null, notice, place, instantOrNull, original, 1);
  }

  private static TopicLine<String> fault(int partition, long offset) {
    return fault(partition, offset, null, null);
  }

  private static OneInputStreamOperatorTestHarness<TopicLine<String>, TopicLine<String>> harness(
      int parallelism, int subtask) throws Exception {
    return new OneInputStreamOperatorTestHarness<>(
        new ProcessOperator<>(new NearestHours<>("Asia/Seoul")), 128, parallelism, subtask);
  }

  private static OneInputStreamOperatorTestHarness<TopicLine<String>, TopicLine<String>> opened()
      throws Exception {
    OneInputStreamOperatorTestHarness<TopicLine<String>, TopicLine<String>> harness = harness(1, 0);
    harness.open();
    return harness;
  }

  /** The hour that is said of a fault without a time. */
  private static Instant hourOf(
      OneInputStreamOperatorTestHarness<TopicLine<String>, TopicLine<String>> harness,
      TopicLine<String> fault)
      throws Exception {
    int before = harness.extractOutputValues().size();
    harness.processElement(new StreamRecord<>(fault, 7));
    List<TopicLine<String>> lines = harness.extractOutputValues();
    assertThat(lines).hasSize(before + 1);
    return lines.get(before).noticeOrNull().windowStartOrNull();
  }

  @Test
  void nothingIsKnownBeforeTheFirstTime() throws Exception {
    try (var harness = opened()) {
      assertThat(hourOf(harness, fault(0, 0))).isNull();
    }
  }

  @Test
  void theNearestEarlierRecordCountsWhetherARowOrNot() throws Exception {
    try (var harness = opened()) {
      harness.processElement(new StreamRecord<>(row(0, 0, TEN.plusSeconds(3_599))));
      assertThat(hourOf(harness, fault(0, 1))).isEqualTo(TEN);

      Instant late = ELEVEN.plusSeconds(1);
      assertThat(hourOf(harness, fault(0, 2, late, ELEVEN))).isEqualTo(ELEVEN);
      assertThat(hourOf(harness, fault(0, 3))).isEqualTo(ELEVEN);

      // Lines come in the order of completion: the nearest may be of an earlier hour.
      harness.processElement(new StreamRecord<>(row(0, 4, NINE)));
      assertThat(hourOf(harness, fault(0, 5))).isEqualTo(NINE);
    }
  }

  @Test
  void partitionsKnowNothingOfEachOther() throws Exception {
    try (var harness = opened()) {
      harness.processElement(new StreamRecord<>(row(5, 0, TEN)));
      harness.processElement(new StreamRecord<>(row(300, 0, ELEVEN)));

      assertThat(hourOf(harness, fault(4, 0))).isNull();
      assertThat(hourOf(harness, fault(5, 1))).isEqualTo(TEN);
      assertThat(hourOf(harness, fault(299, 0))).isNull();
      assertThat(hourOf(harness, fault(300, 1))).isEqualTo(ELEVEN);
      assertThat(hourOf(harness, fault(301, 0))).isNull();
    }
  }

  @Test
  void nothingElseOfALineChanges() throws Exception {
    try (var harness = opened()) {
      harness.processElement(new StreamRecord<>(row(0, 0, TEN), 5));
      harness.processElement(new StreamRecord<>(fault(0, 1), 7));

      assertThat(harness.extractOutputStreamRecords())
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactly(
              new StreamRecord<>(row(0, 0, TEN), 5), new StreamRecord<>(fault(0, 1, null, TEN), 7));
    }
  }

  @Test
  void aPartitionIsKnownToWhateverSubtaskReadsItAfterARestart() throws Exception {
    OperatorSubtaskState first;
    OperatorSubtaskState second;
    try (var one = harness(2, 0);
        var other = harness(2, 1)) {
      one.open();
      other.open();
      one.processElement(new StreamRecord<>(row(0, 40, TEN)));
      other.processElement(new StreamRecord<>(row(1, 10, ELEVEN)));
      first = one.snapshot(1, 1);
      second = other.snapshot(1, 1);
    }
    OperatorSubtaskState state = AbstractStreamOperatorTestHarness.repackageState(first, second);

    for (int subtask = 0; subtask < 3; subtask++) {
      try (var harness = harness(3, subtask)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(state, 128, 2, 3, subtask));
        harness.open();

        assertThat(hourOf(harness, fault(0, 41))).isEqualTo(TEN);
        assertThat(hourOf(harness, fault(1, 11))).isEqualTo(ELEVEN);
      }
    }
  }

  @Test
  void ofWhatSeveralSubtasksRememberTheNewestCounts() throws Exception {
    OperatorSubtaskState reader;
    OperatorSubtaskState formerReader;
    try (var one = harness(2, 0);
        var other = harness(2, 1)) {
      one.open();
      other.open();
      one.processElement(new StreamRecord<>(row(0, 41, NINE)));
      other.processElement(new StreamRecord<>(row(0, 40, TEN)));
      reader = one.snapshot(1, 1);
      formerReader = other.snapshot(1, 1);
    }
    for (OperatorSubtaskState state :
        List.of(
            AbstractStreamOperatorTestHarness.repackageState(reader, formerReader),
            AbstractStreamOperatorTestHarness.repackageState(formerReader, reader))) {
      try (var harness = harness(1, 0)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(state, 128, 2, 1, 0));
        harness.open();

        assertThat(hourOf(harness, fault(0, 42))).isEqualTo(NINE);
      }
    }
  }
}
