package dev.slowhour.job.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Asks Kafka where a topic begins and ends. */
final class TopicOffsets implements ReadToEnd.Topic {

  private static final long serialVersionUID = 1L;

  private final KafkaSettings kafka;
  private final String topic;

  TopicOffsets(KafkaSettings kafka, String topic) {
    this.kafka = kafka;
    this.topic = topic;
  }

  @Override
  public Map<Integer, Long> lastOffsets() {
    try (Consumer<byte[], byte[]> consumer = Clients.consumer(kafka)) {
      return byNumber(new LastRecords(consumer).before(consumer.endOffsets(partitions(consumer))));
    }
  }

  @Override
  public Map<Integer, Long> beginningOffsets() {
    try (Consumer<byte[], byte[]> consumer = Clients.consumer(kafka)) {
      return byNumber(consumer.beginningOffsets(partitions(consumer)));
    }
  }

  private Collection<TopicPartition> partitions(Consumer<byte[], byte[]> consumer) {
    return partitions(consumer, topic);
  }

  static List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  private static Map<Integer, Long> byNumber(Map<TopicPartition, Long> offsets) {
    Map<Integer, Long> byNumber = new HashMap<>();
    offsets.forEach((partition, offset) -> byNumber.put(partition.partition(), offset));
    return byNumber;
  }
}
