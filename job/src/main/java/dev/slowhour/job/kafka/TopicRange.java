package dev.slowhour.job.kafka;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

  /** So many records in a row of the end's time or later, and the end is there. */
  private static final int ENOUGH_IN_A_ROW = 1_000;

  /**
   * The part that begins, in each partition, at the first record of that time or later, and ends
   * before the first thousand in a row of the other time or later: one record of a producer whose
   * clock is ahead does not end it.
   *
   * @throws KafkaException when Kafka cannot be asked
   */
  public static TopicRange between(KafkaSettings kafka, String topic, Instant from, Instant to) {
    try (Consumer<byte[], byte[]> consumer = Clients.consumer(kafka)) {
      Map<TopicPartition, Long> topicEnds =
          consumer.endOffsets(TopicOffsets.partitions(consumer, topic));
      Map<TopicPartition, Long> starts = firstFrom(consumer, from, topicEnds);
      Map<TopicPartition, Long> ends = firstFrom(consumer, to, topicEnds);
      ends.replaceAll(
          (partition, first) ->
              endFrom(consumer, partition, first, topicEnds.get(partition), to.toEpochMilli()));
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

  private static long endFrom(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long first,
      long topicEnd,
      long timestamp) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, first);
    long end = first;
    int inARow = 0;
    long position = first;
    QuietPolls quietPolls = new QuietPolls();
    while (position < topicEnd) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(QuietPolls.POLL)) {
        if (record.offset() >= topicEnd || inARow == ENOUGH_IN_A_ROW) {
          return end;
        }
        boolean isEarlier = record.timestamp() < timestamp;
        end = isEarlier ? record.offset() + 1 : end;
        inARow = isEarlier ? 0 : inARow + 1;
      }
      long before = position;
      position = consumer.position(partition);
      quietPolls.polled(position != before, partition);
    }
    return end;
  }

  /**
   * What is read of one partition.
   *
   * @param start its first offset
   * @param end the offset behind its last
   */
  public record OfPartition(int partition, long start, long end) {}

  /** What is read of each partition, by its number. */
  public List<OfPartition> parts() {
    return starts.keySet().stream()
        .sorted(Comparator.comparingInt(TopicPartition::partition))
        .map(each -> new OfPartition(each.partition(), starts.get(each), ends.get(each)))
        .toList();
  }

  /** At most how many records that are. */
  public long records() {
    return starts.keySet().stream()
        .mapToLong(partition -> ends.get(partition) - starts.get(partition))
        .sum();
  }
}
