package dev.slowhour.job.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the last record of each partition. It need not stand just before the partition's end: there
 * may be markers of transactions, and what was aborted. So it is looked for, backwards from the end
 * in steps that become longer.
 */
final class LastRecords {

  private static final int STEP_GROWTH = 64;

  private final Consumer<byte[], byte[]> consumer;

  /** Reads by that consumer, whose assignment it changes. */
  LastRecords(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * Offsets of the last records before those ends; partitions without one are left out.
   *
   * @param ends by partition the offset before which records count, not after the topic's end
   * @throws org.apache.kafka.common.KafkaException when Kafka cannot be read
   */
  Map<TopicPartition, Long> before(Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(ends.keySet());
    Map<TopicPartition, Long> last = new HashMap<>();
    ends.forEach(
        (partition, end) ->
            lastBefore(partition, beginnings.get(partition), end)
                .ifPresent(offset -> last.put(partition, offset)));
    return last;
  }

  private OptionalLong lastBefore(TopicPartition partition, long beginning, long end) {
    long to = end;
    for (long step = 1; to > beginning; step *= STEP_GROWTH) {
      long from = Math.max(beginning, to - step);
      OptionalLong last = lastWithin(partition, from, to);
      if (last.isPresent()) {
        return last;
      }
      to = from;
    }
    return OptionalLong.empty();
  }

  private OptionalLong lastWithin(TopicPartition partition, long from, long to) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    OptionalLong last = OptionalLong.empty();
    long position = from;
    QuietPolls quietPolls = new QuietPolls();
    // A consumer's position passes what it does not hand over too.
    while (position < to) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(QuietPolls.POLL)) {
        last = record.offset() < to ? OptionalLong.of(record.offset()) : last;
      }
      long before = position;
      position = consumer.position(partition);
      quietPolls.polled(position != before, partition);
    }
    return last;
  }
}
