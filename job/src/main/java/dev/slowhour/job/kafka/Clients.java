package dev.slowhour.job.kafka;

import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka clients by the settings, with what this project adds to them. */
final class Clients {

  private static final String READ_COMMITTED = "read_committed";

  private Clients() {}

  /** Properties of whatever reads the tables: what a producer took back is no row of theirs. */
  static Properties readingProperties(KafkaSettings kafka) {
    Properties properties = kafka.clientProperties();
    properties.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED);
    return properties;
  }

  /** A consumer of partitions that it is told, which commits nothing. */
  static Consumer<byte[], byte[]> consumer(KafkaSettings kafka) {
    Properties properties = readingProperties(kafka);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // Asking about a topic must not make it.
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** A client that asks about topics, and does not wait long for a Kafka that is not there. */
  static Admin admin(KafkaSettings kafka) {
    Properties properties = kafka.clientProperties();
    if (!properties.containsKey(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG)
        && !properties.containsKey(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG)) {
      properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000");
      properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "15000");
    }
    return Admin.create(properties);
  }
}
