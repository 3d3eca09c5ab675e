package dev.slowhour.job.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record as it stands in its topic.
 *
 * @param keyOrNull the key
 * @param valueOrNull the value
 * @param timestamp milliseconds since 1970 (UTC); negative when the record has none
 * @param headers in their order
 */
public record OriginalRecord(
    byte[] keyOrNull, byte[] valueOrNull, long timestamp, List<RecordHeader> headers) {

  static OriginalRecord of(ConsumerRecord<byte[], byte[]> record) {
    List<RecordHeader> headers = new ArrayList<>();
    record.headers().forEach(header -> headers.add(new RecordHeader(header.key(), header.value())));
    return new OriginalRecord(record.key(), record.value(), record.timestamp(), headers);
  }
}
