package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

// A harness says that closing it may be interrupted.
@SuppressWarnings("try")
class FitDeadLettersTest {

  private static final long NOW = 1_760_000_000_000L;
  private static final DeadLetterLimits LIMITS =
      new DeadLetterLimits(10_000, 86_400_000, 3_600_000);
  private static final Notice NOTICE =
      new Notice(
          Table.REQUEST_LOGS,
          new Place(3, 5_000_000_000L),
          NoticeCode.MALFORMED_JSON,
          List.of(),
          null,
          null,
          null,
          "raw");

  private static DeadLetter letter(int keyBytes, int valueBytes, int headerBytes, long timestamp) {
    return DeadLetter.of(
        "topic",
        new OriginalRecord(
            new byte[keyBytes],
            new byte[valueBytes],
            timestamp,
            List.of(new RecordHeader("theirs", new byte[headerBytes]))),
        NOTICE);
  }

  private static DeadLetter fitted(DeadLetter letter) throws Exception {
    try (OneInputStreamOperatorTestHarness<DeadLetter, DeadLetter> harness =
        new OneInputStreamOperatorTestHarness<>(
            new ProcessOperator<>(new FitDeadLetters(() -> LIMITS)))) {
      harness.open();
      harness.setProcessingTime(NOW);
      harness.processElement(new StreamRecord<>(letter));
      assertThat(harness.extractOutputValues()).hasSize(1);
      return harness.extractOutputValues().get(0);
    }
  }

  private static Optional<String> header(DeadLetter letter, String name) {
    return letter.headers().stream()
        .filter(header -> header.name().equals(name))
        .map(header -> new String(header.valueOrNull(), StandardCharsets.UTF_8))
        .findFirst();
  }

  @Test
  void aLetterThatFitsStaysAsItIs() throws Exception {
    DeadLetter small = letter(10, 100, 10, NOW - 1_000);
    int room = (int) (LIMITS.mostBytes() - small.mostBytes());
    DeadLetter largest = letter(10, 100 + room, 10, NOW - 1_000);

    assertThat(largest.mostBytes()).isEqualTo(LIMITS.mostBytes());
    assertThat(fitted(small)).usingRecursiveComparison().isEqualTo(small);
    assertThat(fitted(largest)).usingRecursiveComparison().isEqualTo(largest);
  }

  @Test
  void aValueThatIsTooLargeIsLeftOutAndAHeaderSaysHowLargeItWas() throws Exception {
    DeadLetter fitted = fitted(letter(10, 10_000, 10, NOW));

    assertThat(fitted.valueOrNull()).isNull();
    assertThat(fitted.keyOrNull()).hasSize(10);
    assertThat(header(fitted, DeadLetter.VALUE_BYTES)).contains("10000");
    assertThat(header(fitted, "theirs")).isPresent();
    assertThat(header(fitted, DeadLetter.OFFSET)).contains("5000000000");
    assertThat(fitted.timestampOrNull()).isEqualTo(NOW);
  }

  @Test
  void aKeyThatIsTooLargeIsLeftOutLikewise() throws Exception {
    DeadLetter fitted = fitted(letter(20_000, 30_000, 10, NOW));

    assertThat(fitted.valueOrNull()).isNull();
    assertThat(fitted.keyOrNull()).isNull();
    assertThat(header(fitted, DeadLetter.VALUE_BYTES)).contains("30000");
    assertThat(header(fitted, DeadLetter.KEY_BYTES)).contains("20000");
    assertThat(header(fitted, DeadLetter.CODE)).contains("malformed_json");
    assertThat(fitted.mostBytes()).isLessThan(LIMITS.mostBytes());
  }

  @Test
  void headersOfOthersThatAreTooLargeAreLeftOutToo() throws Exception {
    DeadLetter fitted = fitted(letter(10, 100, 20_000, NOW));

    assertThat(header(fitted, "theirs")).isEmpty();
    assertThat(fitted.mostBytes()).isLessThan(LIMITS.mostBytes());
  }

  @Test
  void aTimeThatTheTopicDoesNotTakeBecomesAHeader() throws Exception {
    assertThat(fitted(letter(1, 1, 1, NOW + 3_540_000)).timestampOrNull())
        .isEqualTo(NOW + 3_540_000);
    assertThat(fitted(letter(1, 1, 1, NOW - 86_340_000)).timestampOrNull())
        .isEqualTo(NOW - 86_340_000);
    for (long timestamp : new long[] {NOW + 3_540_001, NOW - 86_340_001}) {
      DeadLetter fitted = fitted(letter(1, 1, 1, timestamp));
      assertThat(fitted.timestampOrNull()).isNull();
      assertThat(header(fitted, DeadLetter.TIMESTAMP)).contains(Long.toString(timestamp));
    }
  }

  @Test
  void aRecordWithoutATimeHasNone() throws Exception {
    assertThat(fitted(letter(1, 1, 1, -1)).timestampOrNull()).isNull();
    assertThat(header(fitted(letter(1, 1, 1, -1)), DeadLetter.TIMESTAMP)).isEmpty();
  }

  @Test
  void aLetterThatDiesAgainTellsOfItsLastDeathAlone() {
    DeadLetter first = letter(1, 1, 1, NOW);
    DeadLetter again =
        DeadLetter.of("again", new OriginalRecord(null, null, NOW, first.headers()), NOTICE);

    assertThat(again.headers().stream().filter(header -> header.name().equals(DeadLetter.TOPIC)))
        .hasSize(1);
    assertThat(header(again, DeadLetter.TOPIC)).contains("again");
    assertThat(header(again, "theirs")).isPresent();
  }
}
