package dev.slowhour.job.replay;

import dev.slowhour.job.kafka.KafkaSettings;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The topics that records are sent to, as they are before. */
final class TargetTopics implements Closeable {

  /** A Kafka that is there answers within this. */
  private static final int TIMEOUT_MS = 15_000;

  private final String servers;
  private final Admin admin;
  private final Map<String, Integer> partitions = new HashMap<>();

  private TargetTopics(String servers, Admin admin) {
    this.servers = servers;
    this.admin = admin;
  }

  /**
   * Looks at the topics.
   *
   * @throws IOException when Kafka does not answer, or one of them is not there
   */
  static TargetTopics of(KafkaSettings kafka, List<String> names)
      throws IOException, InterruptedException {
    Properties properties = kafka.clientProperties();
    properties.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    properties.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    String servers = kafka.client().get(KafkaSettings.BOOTSTRAP_SERVERS);
    try {
      TargetTopics topics = new TargetTopics(servers, Admin.create(properties));
      topics.describe(names);
      return topics;
    } catch (KafkaException e) {
      throw new IOException("Kafka at " + servers + ": " + Failures.reason(e), e);
    }
  }

  private void describe(List<String> names) throws IOException, InterruptedException {
    List<String> missing = new ArrayList<>();
    Map<String, KafkaFuture<TopicDescription>> descriptions =
        admin.describeTopics(names).topicNameValues();
    try {
      for (String name : names) {
        try {
          partitions.put(name, descriptions.get(name).get().partitions().size());
        } catch (ExecutionException e) {
          if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
            throw failure(e);
          }
          missing.add(name);
        }
      }
      if (!missing.isEmpty()) {
        throw new IOException(
            "Kafka at "
                + servers
                + ": no topic "
                + String.join(", ", missing)
                + " (expected: made by whoever runs that Kafka; ./slowhour kafka makes its own)");
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** How many partitions it has. */
  int partitions(String topic) {
    return partitions.get(topic);
  }

  /** The largest timestamp in a topic; empty when there is no record. */
  Optional<Instant> newest(String topic) throws IOException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int partition = 0; partition < partitions(topic); partition++) {
      asked.put(new TopicPartition(topic, partition), OffsetSpec.maxTimestamp());
    }
    try {
      return admin.listOffsets(asked).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::timestamp)
          .filter(timestamp -> timestamp >= 0)
          .max()
          .stream()
          .mapToObj(Instant::ofEpochMilli)
          .findFirst();
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  private IOException failure(ExecutionException failure) {
    Throwable cause = failure.getCause();
    return cause instanceof TimeoutException
        ? new IOException(
            "Kafka at "
                + servers
                + " does not answer (expected: one that runs; for trying, ./slowhour kafka)",
            failure)
        : new IOException("Kafka at " + servers + ": " + Failures.reason(cause), failure);
  }

  @Override
  public void close() {
    admin.close();
  }
}
