package dev.slowhour.job.kafka;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.output.NoticeText;
import java.util.ArrayList;
import java.util.List;

/**
 * A record that could not be read, with where it stood and why in its headers, as it goes to the
 * topic of dead letters. Key, value and timestamp are the record's own, and so are the headers
 * before those that are added.
 *
 * @param keyOrNull the key
 * @param valueOrNull the value
 * @param timestampOrNull milliseconds since 1970 (UTC)
 * @param headers in their order
 */
public record DeadLetter(
    byte[] keyOrNull, byte[] valueOrNull, Long timestampOrNull, List<RecordHeader> headers) {

  /** Name of the header with the topic that the record stood in. */
  public static final String TOPIC = "slowhour.topic";

  /** Name of the header with its partition. */
  public static final String PARTITION = "slowhour.partition";

  /** Name of the header with its offset. */
  public static final String OFFSET = "slowhour.offset";

  /** Name of the header with the table that it belongs to, such as {@code request_logs}. */
  public static final String TABLE = "slowhour.table";

  /** Name of the header that says why, such as {@code malformed_json}. */
  public static final String CODE = "slowhour.code";

  /** Name of the header with the fields at fault, with commas between. */
  public static final String FIELDS = "slowhour.fields";

  /** Name of the header with the sentence about it, in Korean. */
  public static final String MESSAGE = "slowhour.message";

  /** Name of the header with the length in bytes of a value that was too large to be kept. */
  public static final String VALUE_BYTES = "slowhour.value_bytes";

  /** Name of the header with the length in bytes of a key that was too large to be kept. */
  public static final String KEY_BYTES = "slowhour.key_bytes";

  /**
   * Name of the header with a timestamp that the topic does not take, milliseconds since 1970
   * (UTC).
   */
  public static final String TIMESTAMP = "slowhour.timestamp";

  private static final String OURS = "slowhour.";

  static DeadLetter of(String topic, OriginalRecord original, Notice notice) {
    List<RecordHeader> headers = new ArrayList<>(original.headers());
    // A dead letter that was sent once more has those of its first death.
    headers.removeIf(header -> header.name().startsWith(OURS));
    headers.add(RecordHeader.ofText(TOPIC, topic));
    headers.add(RecordHeader.ofText(PARTITION, Integer.toString(notice.place().source())));
    headers.add(RecordHeader.ofText(OFFSET, Long.toString(notice.place().line())));
    headers.add(RecordHeader.ofText(TABLE, notice.table().tableName()));
    headers.add(RecordHeader.ofText(CODE, notice.code().code()));
    headers.add(RecordHeader.ofText(FIELDS, String.join(",", notice.fields())));
    headers.add(RecordHeader.ofText(MESSAGE, NoticeText.message(notice)));
    return new DeadLetter(
        original.keyOrNull(),
        original.valueOrNull(),
        original.timestamp() < 0 ? null : original.timestamp(),
        headers);
  }

  /** Without the value, whose length a header says instead. */
  DeadLetter withoutValue() {
    return new DeadLetter(
        keyOrNull, null, timestampOrNull, with(VALUE_BYTES, valueOrNull.length, headers));
  }

  /** Without the key, whose length a header says instead, and without headers of others. */
  DeadLetter withoutKeyAndOthersHeaders() {
    List<RecordHeader> ours =
        headers.stream().filter(header -> header.name().startsWith(OURS)).toList();
    return new DeadLetter(
        null,
        valueOrNull,
        timestampOrNull,
        keyOrNull == null ? ours : with(KEY_BYTES, keyOrNull.length, ours));
  }

  /** Without the timestamp, which a header says instead. */
  DeadLetter withoutTimestamp() {
    return new DeadLetter(keyOrNull, valueOrNull, null, with(TIMESTAMP, timestampOrNull, headers));
  }

  private static List<RecordHeader> with(String name, long number, List<RecordHeader> headers) {
    List<RecordHeader> all = new ArrayList<>(headers);
    all.add(RecordHeader.ofText(name, Long.toString(number)));
    return all;
  }

  /** At most how many bytes the record takes in Kafka, alone in a batch. */
  long mostBytes() {
    // A batch's own fields take 61, a record's at most 21, a length at most 5.
    long bytes = 61 + 21 + 5 + length(keyOrNull) + 5 + length(valueOrNull) + 5;
    for (RecordHeader header : headers) {
      // In UTF-8 a unit of UTF-16 takes up to three.
      bytes += 5 + 3L * header.name().length() + 5 + length(header.valueOrNull());
    }
    return bytes;
  }

  private static long length(byte[] bytesOrNull) {
    return bytesOrNull == null ? 0 : bytesOrNull.length;
  }
}
