package dev.slowhour.job.kafka;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * A part of a topic: of each partition the records with offsets from the start to before the end.
 *
 * @param topic the topic
 * @param starts by partition
 * @param ends by partition; where nothing is read, the start
 */
public record TopicRange(
    String topic, Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {

  /**
   * The part that begins, in each partition, at the first record of that time or later, and ends
   * before the first record of the other time or later.
   *
   * @throws KafkaException when Kafka cannot be asked
   */
  public static TopicRange between(KafkaSettings kafka, String topic, Instant from, Instant to) {
    try (Consumer<byte[], byte[]> consumer = Clients.consumer(kafka)) {
      Map<TopicPartition, Long> topicEnds =
          consumer.endOffsets(TopicOffsets.partitions(consumer, topic));
      Map<TopicPartition, Long> starts = firstFrom(consumer, from, topicEnds);
      Map<TopicPartition, Long> ends = firstFrom(consumer, to, topicEnds);
      starts.forEach((partition, start) -> ends.merge(partition, start, Math::max));
      return new TopicRange(topic, starts, ends);
    }
  }

  private static Map<TopicPartition, Long> firstFrom(
      Consumer<byte[], byte[]> consumer, Instant time, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> times = new HashMap<>();
    ends.keySet().forEach(partition -> times.put(partition, Math.max(0, time.toEpochMilli())));
    Map<TopicPartition, Long> offsets = new HashMap<>(ends);
    for (Map.Entry<TopicPartition, OffsetAndTimestamp> first :
        consumer.offsetsForTimes(times).entrySet()) {
      if (first.getValue() != null) {
        offsets.merge(first.getKey(), first.getValue().offset(), Math::min);
      }
    }
    return offsets;
  }

  /** At most how many records that are. */
  public long records() {
    return starts.keySet().stream()
        .mapToLong(partition -> ends.get(partition) - starts.get(partition))
        .sum();
  }
}
