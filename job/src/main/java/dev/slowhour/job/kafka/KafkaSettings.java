package dev.slowhour.job.kafka;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * How Kafka is reached, and which topics hold the tables.
 *
 * @param client properties of any Kafka client by their own names: {@code bootstrap.servers}, and
 *     whatever the cluster asks for (TLS, SASL, time-outs). They are handed on as they are; some
 *     are secrets, so {@link #toString} tells names alone
 * @param groupId the consumer group under which the streaming job commits what it has read
 * @param topics by table
 */
public record KafkaSettings(Map<String, String> client, String groupId, Topics topics)
    implements Serializable {

  /** The property without which there is no Kafka: {@code HOST:PORT[,HOST:PORT…]}. */
  public static final String BOOTSTRAP_SERVERS = "bootstrap.servers";

  public static final String DEFAULT_GROUP_ID = "slowhour";

  /** Copies the properties, sorted by name. */
  public KafkaSettings {
    client = Collections.unmodifiableMap(new TreeMap<>(client));
  }

  /** A cluster that asks for nothing but its address, with the default topics. */
  public static KafkaSettings of(String bootstrapServers) {
    return new KafkaSettings(
        Map.of(BOOTSTRAP_SERVERS, bootstrapServers), DEFAULT_GROUP_ID, Topics.DEFAULT);
  }

  /** A new copy of {@link #client} for one client, which may add its own. */
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.putAll(client);
    return properties;
  }

  /** Values may be passwords, and this may be logged. */
  @Override
  public String toString() {
    return "KafkaSettings[client=" + client.keySet() + ", " + groupId + ", " + topics + "]";
  }

  /**
   * Names of topics.
   *
   * @param requestLogs of request_logs
   * @param poolMetrics of pool_metrics
   * @param tenantContracts of tenant_contracts, compacted
   * @param deadLetter what could not be read, with the reason in headers
   * @param requestFailures of request_failures
   * @param platformEvents of platform_events
   */
  public record Topics(
      String requestLogs,
      String poolMetrics,
      String tenantContracts,
      String deadLetter,
      String requestFailures,
      String platformEvents)
      implements Serializable {

    public static final Topics DEFAULT =
        new Topics(
            "request-logs",
            "pool-metrics",
            "tenant-contracts",
            "slowhour-dead-letter",
            "request-failures",
            "platform-events");

    /** All of them. */
    public List<String> all() {
      return List.of(
          requestLogs, poolMetrics, tenantContracts, requestFailures, platformEvents, deadLetter);
    }
  }
}
