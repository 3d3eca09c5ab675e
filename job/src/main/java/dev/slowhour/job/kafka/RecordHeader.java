package dev.slowhour.job.kafka;

import java.nio.charset.StandardCharsets;

/**
 * A header of a record.
 *
 * @param name not unique among the headers of a record
 * @param valueOrNull the value
 */
public record RecordHeader(String name, byte[] valueOrNull) {

  /** A header whose value is that text in UTF-8. */
  static RecordHeader ofText(String name, String value) {
    return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
