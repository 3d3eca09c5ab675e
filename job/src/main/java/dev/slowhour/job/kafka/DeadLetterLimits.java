package dev.slowhour.job.kafka;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * What the topic of dead letters takes.
 *
 * @param mostBytes bytes of a record at most
 * @param beforeMs how old a record may be, milliseconds
 * @param afterMs how far in the future, milliseconds
 */
record DeadLetterLimits(long mostBytes, long beforeMs, long afterMs) {

  /** What a producer that is told nothing else sends at most. */
  private static final long DEFAULT_REQUEST_BYTES = 1_048_576;

  private static final long DEFAULT_AFTER_MS = 3_600_000;

  /** From the check to Kafka's own, by another clock. */
  private static final long ROOM_MS = 60_000;

  /** Of a hundred parts; what compression may add to bytes that it cannot press. */
  private static final long USED_PARTS = 98;

  /** Finds the limits out where dead letters are written. */
  interface Finder extends Serializable {
    DeadLetterLimits find() throws InterruptedException;
  }

  /**
   * The limits of topic and producer as they are now.
   *
   * @throws KafkaException when Kafka cannot be asked
   */
  static DeadLetterLimits of(KafkaSettings kafka) throws InterruptedException {
    long ofProducer =
        Math.min(
            number(kafka, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, DEFAULT_REQUEST_BYTES),
            number(kafka, ProducerConfig.BUFFER_MEMORY_CONFIG, Long.MAX_VALUE));
    try (Admin admin = Clients.admin(kafka)) {
      ConfigResource topic =
          new ConfigResource(ConfigResource.Type.TOPIC, kafka.topics().deadLetter());
      Config config = admin.describeConfigs(List.of(topic)).all().get().get(topic);
      return new DeadLetterLimits(
          used(
              Math.min(
                  ofProducer, number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, ofProducer))),
          number(config, TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, Long.MAX_VALUE),
          number(config, TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, DEFAULT_AFTER_MS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        // Who may write may not be allowed to look: then as topics are unless told otherwise.
        return new DeadLetterLimits(used(ofProducer), Long.MAX_VALUE, DEFAULT_AFTER_MS);
      }
      throw new KafkaException(
          kafka.topics().deadLetter() + ": its limits could not be read", e.getCause());
    }
  }

  private static long used(long bytes) {
    return bytes / 100 * USED_PARTS;
  }

  private static long number(KafkaSettings kafka, String property, long otherwise) {
    String textOrNull = kafka.client().get(property);
    return textOrNull == null ? otherwise : Long.parseLong(textOrNull.strip());
  }

  private static long number(Config config, String name, long otherwise) {
    ConfigEntry entryOrNull = config.get(name);
    return entryOrNull == null ? otherwise : Long.parseLong(entryOrNull.value());
  }

  /** Whether a record of that time is taken, also when Kafka looks at it a moment later. */
  boolean takesTime(long timestamp, long now) {
    return timestamp <= now
        ? now - timestamp <= beforeMs - ROOM_MS
        : timestamp - now <= afterMs - ROOM_MS;
  }
}
