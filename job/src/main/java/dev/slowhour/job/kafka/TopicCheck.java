package dev.slowhour.job.kafka;

import dev.slowhour.core.read.InputException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Looks before a job starts whether the topics are there that it needs. */
public final class TopicCheck {

  private TopicCheck() {}

  /**
   * For a streaming job, which also writes dead letters.
   *
   * @throws InputException when Kafka cannot be reached, or a topic is missing; the message says
   *     how to make it
   */
  public static void beforeStreaming(KafkaSettings kafka)
      throws InputException, InterruptedException {
    Map<String, String> options = read(kafka);
    options.put(kafka.topics().deadLetter(), "--partitions 1");
    check(kafka, options);
  }

  /**
   * How many partitions a topic has.
   *
   * @throws InputException when Kafka cannot be reached or the topic is not there
   */
  public static int partitionsOf(KafkaSettings kafka, String topic)
      throws InputException, InterruptedException {
    try (Admin admin = Clients.admin(kafka)) {
      return admin
          .describeTopics(List.of(topic))
          .topicNameValues()
          .get(topic)
          .get()
          .partitions()
          .size();
    } catch (ExecutionException e) {
      throw failure(kafka, topic, "--partitions 4", e.getCause());
    } catch (KafkaException e) {
      throw unreachable(kafka, e);
    }
  }

  /** For a batch run, which only reads; throws as for a streaming job. */
  public static void beforeBatch(KafkaSettings kafka) throws InputException, InterruptedException {
    check(kafka, read(kafka));
  }

  /** By topic the options with which to make it. */
  private static Map<String, String> read(KafkaSettings kafka) {
    Map<String, String> options = new TreeMap<>();
    options.put(kafka.topics().requestLogs(), "--partitions 4");
    options.put(kafka.topics().poolMetrics(), "--partitions 1");
    options.put(kafka.topics().tenantContracts(), "--partitions 1 --config cleanup.policy=compact");
    return options;
  }

  private static void check(KafkaSettings kafka, Map<String, String> optionsByTopic)
      throws InputException, InterruptedException {
    try (Admin admin = Clients.admin(kafka)) {
      Map<String, KafkaFuture<TopicDescription>> descriptions =
          admin.describeTopics(List.copyOf(optionsByTopic.keySet())).topicNameValues();
      for (Map.Entry<String, String> topic : optionsByTopic.entrySet()) {
        try {
          descriptions.get(topic.getKey()).get();
        } catch (ExecutionException e) {
          throw failure(kafka, topic.getKey(), topic.getValue(), e.getCause());
        }
      }
    } catch (KafkaException e) {
      // A property that no client takes.
      throw unreachable(kafka, e);
    }
  }

  private static InputException failure(
      KafkaSettings kafka, String topic, String options, Throwable cause) {
    if (cause instanceof UnknownTopicOrPartitionException) {
      return new InputException(
          "topic "
              + topic
              + " is not there (expected: made before the start: kafka-topics.sh"
              + " --bootstrap-server "
              + servers(kafka)
              + " --create --topic "
              + topic
              + " "
              + options
              + ")",
          cause);
    }
    if (cause instanceof InvalidTopicException) {
      return new InputException(
          "topic "
              + topic
              + ": no name of a topic (expected: 1 to 249 letters, digits, '.', '_', '-')",
          cause);
    }
    return unreachable(kafka, cause);
  }

  /** What is said about a Kafka that does not answer as it should. */
  public static InputException unreachable(KafkaSettings kafka, Throwable cause) {
    Throwable innermost = cause;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return new InputException(
        "Kafka at "
            + servers(kafka)
            + " cannot be used: "
            + innermost.getMessage()
            + " (expected: a broker that answers, and the properties that it asks for)",
        cause);
  }

  private static String servers(KafkaSettings kafka) {
    return kafka.client().getOrDefault(KafkaSettings.BOOTSTRAP_SERVERS, "?");
  }
}
