package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

// A harness says that closing it may be interrupted.
@SuppressWarnings("try")
class ReadToEndTest {

  private static final String END = "end";

  /** A topic of which a test says what is in it. */
  private record Given(Map<Integer, Long> last, Map<Integer, Long> beginnings)
      implements ReadToEnd.Topic {

    static Given with(Map<Integer, Long> last) {
      return new Given(last, new HashMap<>());
    }

    @Override
    public Map<Integer, Long> lastOffsets() {
      return last;
    }

    @Override
    public Map<Integer, Long> beginningOffsets() {
      return beginnings;
    }
  }

  private static OneInputStreamOperatorTestHarness<TopicLine<String>, TopicLine<String>> opened(
      ReadToEnd.Topic topic) throws Exception {
    var harness = new OneInputStreamOperatorTestHarness<>(new ReadToEnd<String>(topic));
    harness.open();
    harness.setProcessingTime(0);
    return harness;
  }

  private static void read(
      OneInputStreamOperatorTestHarness<TopicLine<String>, TopicLine<String>> harness,
      int partition,
      long offset)
      throws Exception {
    harness.processElement(
        new StreamRecord<>(
            new TopicLine<>("row", null, new Place(partition, offset), null, null, 3), 17));
  }

  /** What came out, in its order: offsets as {@code partition:offset}, and the end. */
  private static List<String> output(
      OneInputStreamOperatorTestHarness<TopicLine<String>, TopicLine<String>> harness) {
    return harness.getOutput().stream().map(ReadToEndTest::said).toList();
  }

  private static String said(Object element) {
    if (element instanceof StreamRecord<?> record) {
      assertThat(record.getTimestamp()).isEqualTo(17);
      Place place = ((TopicLine<?>) record.getValue()).place();
      return place.source() + ":" + place.line();
    }
    return element.equals(Watermark.MAX_WATERMARK) ? END : String.valueOf(element);
  }

  @Test
  void anEmptyTopicIsAtItsEndAtOnceAndNotBeforeItRuns() throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<>(new ReadToEnd<String>(Given.with(Map.of())));
    try (harness) {
      harness.open();
      assertThat(output(harness)).isEmpty();

      harness.setProcessingTime(0);

      assertThat(output(harness)).containsExactly(END);
    }
  }

  @Test
  void theEndComesBehindTheLastRecordOfEveryPartition() throws Exception {
    try (var harness = opened(Given.with(Map.of(0, 1L, 2, 0L)))) {
      read(harness, 0, 0);
      read(harness, 2, 0);
      assertThat(output(harness)).containsExactly("0:0", "2:0");

      read(harness, 0, 1);

      assertThat(output(harness)).containsExactly("0:0", "2:0", "0:1", END);
    }
  }

  @Test
  void theEndComesOnceAndRecordsGoOn() throws Exception {
    try (var harness = opened(Given.with(Map.of(0, 0L)))) {
      read(harness, 0, 0);
      read(harness, 0, 1);
      read(harness, 1, 0);
      harness.setProcessingTime(60_000);
      harness.processWatermark(Watermark.MAX_WATERMARK);

      assertThat(output(harness)).containsExactly("0:0", END, "0:1", "1:0");
    }
  }

  @Test
  void aLaterRecordThanTheLastIsAsGood() throws Exception {
    // Compaction took it away, for a newer one with its key had come.
    try (var harness = opened(Given.with(Map.of(0, 7L)))) {
      read(harness, 0, 9);

      assertThat(output(harness)).containsExactly("0:9", END);
    }
  }

  @Test
  void whatWasReadBeforeARestartIsNotAwaitedAgain() throws Exception {
    OperatorSubtaskState state;
    try (var before = opened(Given.with(Map.of(0, 3L, 1, 5L)))) {
      read(before, 0, 3);
      read(before, 1, 4);
      assertThat(output(before)).containsExactly("0:3", "1:4");
      state = before.snapshot(1, 1);
    }
    // Since then a record has come to each.
    var after =
        new OneInputStreamOperatorTestHarness<>(
            new ReadToEnd<String>(Given.with(Map.of(0, 3L, 1, 6L))));
    try (after) {
      after.initializeState(state);
      after.open();
      after.setProcessingTime(0);
      read(after, 1, 5);
      assertThat(output(after)).containsExactly("1:5");

      read(after, 1, 6);

      assertThat(output(after)).containsExactly("1:5", "1:6", END);
    }
  }

  @Test
  void afterARestartTheEndComesAgainAlsoWhenAllWasRead() throws Exception {
    OperatorSubtaskState state;
    try (var before = opened(Given.with(Map.of(0, 3L)))) {
      read(before, 0, 3);
      state = before.snapshot(1, 1);
    }
    var after =
        new OneInputStreamOperatorTestHarness<>(new ReadToEnd<String>(Given.with(Map.of(0, 3L))));
    try (after) {
      after.initializeState(state);
      after.open();
      after.setProcessingTime(0);

      assertThat(output(after)).containsExactly(END);
    }
  }

  @Test
  void whatIsDeletedMeanwhileIsNotAwaited() throws Exception {
    Given topic = Given.with(Map.of(0, 3L, 1, 5L));
    try (var harness = opened(topic)) {
      read(harness, 0, 3);
      topic.beginnings().put(1, 5L);
      harness.setProcessingTime(10_000);
      assertThat(output(harness)).containsExactly("0:3");

      topic.beginnings().put(1, 6L);
      harness.setProcessingTime(20_000);

      assertThat(output(harness)).containsExactly("0:3", END);
    }
  }

  @Test
  void noOtherTimeAndNoIdlenessIsPassedOn() throws Exception {
    try (var harness = opened(Given.with(Map.of(0, 0L)))) {
      harness.processWatermark(new Watermark(1_000));
      harness.processWatermarkStatus(WatermarkStatus.IDLE);
      harness.processWatermarkStatus(WatermarkStatus.ACTIVE);

      assertThat(output(harness)).isEmpty();
    }
  }

  @Test
  void theEndOfTheInputIsTheTopicsToo() throws Exception {
    try (var harness = opened(Given.with(Map.of(0, 5L)))) {
      read(harness, 0, 0);
      harness.processWatermark(Watermark.MAX_WATERMARK);

      assertThat(output(harness)).containsExactly("0:0", END);
    }
  }
}
