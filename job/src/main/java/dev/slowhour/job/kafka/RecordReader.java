package dev.slowhour.job.kafka;

import dev.slowhour.core.read.ReadValue;
import dev.slowhour.core.read.ValueReader;
import java.io.Serializable;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads records of one table's topic. It never throws because of what a record holds, and makes one
 * line of each.
 *
 * @param <R> the table's row
 */
interface RecordReader<R> {

  TopicLine<R> read(ConsumerRecord<byte[], byte[]> record);

  /** Makes a reader where records are read: readers keep buffers and do not travel. */
  interface Opener<R> extends Serializable {
    RecordReader<R> open();
  }

  /** A reader of a topic in whose records the value says everything. */
  static <R> RecordReader<R> ofValues(ValueReader<R> values) {
    return record -> {
      ReadValue<R> read = values.read(TopicLine.place(record), record.value());
      return TopicLine.of(record, read.rowOrNull(), read.noticeOrNull(), read.instantOrNull());
    };
  }
}
