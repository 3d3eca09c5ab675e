package dev.slowhour.job.testing;

import dev.slowhour.job.kafka.KafkaSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Records that tests send and read. */
public final class TopicRecords {

  private static final String LARGE = "10000000";

  private TopicRecords() {}

  /** A record; texts are in UTF-8, and may be null. */
  public static ProducerRecord<byte[], byte[]> of(
      String topic, int partition, long timestamp, String keyOrNull, String valueOrNull) {
    return new ProducerRecord<>(
        topic, partition, timestamp, bytesOrNull(keyOrNull), bytesOrNull(valueOrNull));
  }

  private static byte[] bytesOrNull(String textOrNull) {
    return textOrNull == null ? null : textOrNull.getBytes(StandardCharsets.UTF_8);
  }

  /** Sends records in their order, and returns when Kafka has them. */
  public static void send(KafkaSettings kafka, List<ProducerRecord<byte[], byte[]>> records)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer(kafka, Map.of())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      records.forEach(record -> sent.add(producer.send(record)));
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    }
  }

  /** Sends records in one transaction, which is committed or aborted. */
  public static void inTransaction(
      KafkaSettings kafka, boolean commits, List<ProducerRecord<byte[], byte[]>> records)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        producer(kafka, Map.of("transactional.id", kafka.groupId()))) {
      producer.initTransactions();
      producer.beginTransaction();
      for (ProducerRecord<byte[], byte[]> record : records) {
        producer.send(record).get();
      }
      if (commits) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(
      KafkaSettings kafka, Map<String, String> further) {
    Properties properties = kafka.clientProperties();
    properties.put("max.request.size", LARGE);
    properties.putAll(further);
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Waits until the topic has that many records that were not taken back, and returns them. */
  public static List<ConsumerRecord<byte[], byte[]>> await(
      KafkaSettings kafka, String topic, int count) {
    Properties properties = kafka.clientProperties();
    properties.put("isolation.level", "read_committed");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (records.size() < count) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
      return records;
    }
  }

  /** The text of a header, or null. */
  public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return record.headers().lastHeader(name) == null
        ? null
        : new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
