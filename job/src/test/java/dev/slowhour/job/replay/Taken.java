package dev.slowhour.job.replay;

import dev.slowhour.job.kafka.KafkaSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A record as a topic holds it. */
record Taken(int partition, Instant timestamp, String key, String value) {

  /** A record of partition 0. */
  static Taken of(String timestamp, String key, String value) {
    return new Taken(0, Instant.parse(timestamp), key, value);
  }

  /** All records of a topic, by partition and offset. */
  static List<Taken> from(KafkaSettings kafka, String topic) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            kafka.clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      consumer
          .endOffsets(partitions)
          .forEach(
              (partition, end) -> {
                while (consumer.position(partition) < end) {
                  consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
                }
              });
      return records.stream()
          .sorted(
              Comparator.comparingInt(ConsumerRecord<byte[], byte[]>::partition)
                  .thenComparingLong(ConsumerRecord::offset))
          .map(
              record ->
                  new Taken(
                      record.partition(),
                      Instant.ofEpochMilli(record.timestamp()),
                      text(record.key()),
                      text(record.value())))
          .toList();
    }
  }

  private static String text(byte[] bytesOrNull) {
    return bytesOrNull == null ? null : new String(bytesOrNull, StandardCharsets.UTF_8);
  }
}
