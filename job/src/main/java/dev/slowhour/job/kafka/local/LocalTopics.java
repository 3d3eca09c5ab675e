package dev.slowhour.job.kafka.local;

import dev.slowhour.job.kafka.KafkaSettings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** Makes the topics that the job reads and writes. */
public final class LocalTopics {

  private static final short ONE_COPY = 1;

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
    } catch (ExecutionException e) {
      throw new IOException("topics cannot be made: " + e.getCause().getMessage(), e);
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
        topic(names.tenantContracts(), 1)
            .configs(
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT)));
    return topics;
  }

  private static NewTopic topic(String name, int partitions) {
    return new NewTopic(name, Optional.of(partitions), Optional.of(ONE_COPY));
  }
}
