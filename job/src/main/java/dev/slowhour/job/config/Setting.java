package dev.slowhour.job.config;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.kafka.KafkaSettings.Topics;
import java.util.Optional;

/**
 * A place in the configuration that takes one value; beside these there are the properties of Kafka
 * clients, under {@link #KAFKA_CLIENT}. Their order is that of the file.
 */
public enum Setting {
  KAFKA_GROUP_ID("kafka.group-id", KafkaSettings.DEFAULT_GROUP_ID),
  TOPIC_REQUEST_LOGS("kafka.topics.request-logs", Topics.DEFAULT.requestLogs()),
  TOPIC_POOL_METRICS("kafka.topics.pool-metrics", Topics.DEFAULT.poolMetrics()),
  TOPIC_TENANT_CONTRACTS("kafka.topics.tenant-contracts", Topics.DEFAULT.tenantContracts()),
  TOPIC_DEAD_LETTER("kafka.topics.dead-letter", Topics.DEFAULT.deadLetter()),
  TOPIC_REQUEST_FAILURES("kafka.topics.request-failures", Topics.DEFAULT.requestFailures()),
  TOPIC_PLATFORM_EVENTS("kafka.topics.platform-events", Topics.DEFAULT.platformEvents()),
  STORE_JDBC("store.jdbc", null),
  STORE_USER("store.user", null),
  STORE_PASSWORD_FILE("store.password-file", null),
  ZONE("judge.zone", JudgeSettings.DEFAULT_ZONE),
  MAX_REQUEST_DURATION("judge.max-request-duration", "1h"),
  ALLOWED_DISORDER("time.allowed-disorder", "60s"),
  SILENCE("time.silence", "30s"),
  OPEN_REFRESH("time.open-refresh", "60s"),
  STATE_BACKEND("state.backend", "rocksdb"),
  CHECKPOINT_DIR("state.checkpoint-dir", null),
  SAVEPOINT_DIR("state.savepoint-dir", null),
  CHECKPOINT_INTERVAL("state.checkpoint-interval", "10s"),
  PROMETHEUS_PORTS("metrics.prometheus-ports", null),
  WEB_PORT("web.port", null),
  PARALLELISM("parallelism", null);

  /** What stands before the name of a Kafka client's property. */
  static final String KAFKA_CLIENT = "kafka.client";

  private final String path;
  private final String defaultOrNull;

  Setting(String path, String defaultOrNull) {
    this.path = path;
    this.defaultOrNull = defaultOrNull;
  }

  /** Where it stands: the names of the sections and its own, with dots between. */
  public String path() {
    return path;
  }

  /** What holds unless it is given; empty where that is nothing, or depends on the machine. */
  Optional<String> defaultValue() {
    return Optional.ofNullable(defaultOrNull);
  }

  /** Where a property of Kafka clients stands. */
  public static String kafkaClient(String property) {
    return KAFKA_CLIENT + "." + property;
  }
}
