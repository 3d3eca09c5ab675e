package dev.slowhour.job.kafka.local;

import dev.slowhour.job.kafka.KafkaSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes the topics that the job reads and writes. */
public final class LocalTopics {

  private static final short ONE_COPY = 1;

  /** A line may have a mebibyte, and its record has a key and more. */
  private static final int MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

  private static final int LOOKS = 600;
  private static final Duration PAUSE = Duration.ofMillis(25);

  private LocalTopics() {}

  /**
   * Makes those topics that are not there. One that is there stays as it is, whatever its
   * partitions.
   *
   * @param requestPartitions of request_logs, at least 1; the others have one
   * @throws IOException when Kafka does not make them
   */
  public static void create(KafkaSettings settings, int requestPartitions)
      throws IOException, InterruptedException {
    try (Admin admin = Admin.create(settings.clientProperties())) {
      Map<String, NewTopic> missing = topics(settings.topics(), requestPartitions);
      Set<String> present = admin.listTopics().names().get();
      missing.keySet().removeAll(present);
      admin.createTopics(missing.values()).all().get();
      for (int look = 0; !areThere(admin, missing.keySet()); look++) {
        if (look == LOOKS) {
          throw new IOException("topics do not appear: " + String.join(", ", missing.keySet()));
        }
        Thread.sleep(PAUSE.toMillis());
      }
    } catch (ExecutionException e) {
      throw new IOException("topics cannot be made: " + e.getCause().getMessage(), e);
    }
  }

  /** The broker learns of a topic a moment after the controller has made it. */
  private static boolean areThere(Admin admin, Set<String> names)
      throws ExecutionException, InterruptedException {
    try {
      return admin.describeTopics(names).allTopicNames().get().values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.leader() != null);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  private static Map<String, NewTopic> topics(KafkaSettings.Topics names, int requestPartitions) {
    Map<String, NewTopic> topics = new LinkedHashMap<>();
    topics.put(names.requestLogs(), topic(names.requestLogs(), requestPartitions));
    for (String name :
        List.of(
            names.poolMetrics(),
            names.requestFailures(),
            names.platformEvents(),
            names.deadLetter())) {
      topics.put(name, topic(name, 1));
    }
    topics.put(
        names.tenantContracts(),
        topic(names.tenantContracts(), 1, TopicConfig.CLEANUP_POLICY_COMPACT));
    return topics;
  }

  private static NewTopic topic(String name, int partitions) {
    return topic(name, partitions, TopicConfig.CLEANUP_POLICY_DELETE);
  }

  private static NewTopic topic(String name, int partitions, String cleanup) {
    return new NewTopic(name, Optional.of(partitions), Optional.of(ONE_COPY))
        .configs(
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                cleanup,
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                String.valueOf(MAX_MESSAGE_BYTES)));
  }
}
