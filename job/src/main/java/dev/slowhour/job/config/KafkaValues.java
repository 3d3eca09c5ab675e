package dev.slowhour.job.config;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.kafka.KafkaSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The part of a configuration that is about Kafka. */
final class KafkaValues {

  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

  /** On these it hangs that nothing is lost or read twice. */
  private static final Map<String, String> SET_BY_US =
      Map.ofEntries(
          Map.entry("group.id", "kafka.group-id"),
          Map.entry("group.instance.id", "none: partitions are given out by the job"),
          Map.entry("enable.auto.commit", "none: the job commits with its checkpoints"),
          Map.entry("auto.offset.reset", "none: the job starts where its state says"),
          Map.entry("acks", "none: it is all"),
          Map.entry("enable.idempotence", "none: it is on"),
          Map.entry("transactional.id", "none"),
          Map.entry("key.deserializer", "none: records are read by the job"),
          Map.entry("value.deserializer", "none: records are read by the job"),
          Map.entry("key.serializer", "none: records are written by slowhour"),
          Map.entry("value.serializer", "none: records are written by slowhour"));

  private final EffectiveConfig given;
  private final Map<String, Setting> topics = new HashMap<>();

  KafkaValues(EffectiveConfig given) {
    this.given = given;
  }

  KafkaSettings settings() throws InputException {
    return new KafkaSettings(
        client(),
        text(Setting.KAFKA_GROUP_ID),
        new KafkaSettings.Topics(
            topic(Setting.TOPIC_REQUEST_LOGS),
            topic(Setting.TOPIC_POOL_METRICS),
            topic(Setting.TOPIC_TENANT_CONTRACTS),
            topic(Setting.TOPIC_DEAD_LETTER),
            topic(Setting.TOPIC_REQUEST_FAILURES),
            topic(Setting.TOPIC_PLATFORM_EVENTS)));
  }

  private Map<String, String> client() throws InputException {
    Map<String, String> properties = new TreeMap<>();
    for (Map.Entry<String, Given> property : given.kafkaClient().entrySet()) {
      String name = property.getKey();
      if (SET_BY_US.containsKey(name)) {
        throw new InputException(
            property.getValue().origin()
                + ": "
                + Setting.kafkaClient(name)
                + ": slowhour sets it itself (expected: "
                + SET_BY_US.get(name)
                + ")");
      }
      properties.put(name, property.getValue().value());
    }
    String servers = Setting.kafkaClient(KafkaSettings.BOOTSTRAP_SERVERS);
    if (properties.getOrDefault(KafkaSettings.BOOTSTRAP_SERVERS, "").isBlank()) {
      throw new InputException(
          servers
              + " is missing (expected: HOST:PORT there, in "
              + ConfigEnvironment.variable(servers)
              + ", or as --bootstrap)");
    }
    return properties;
  }

  private String topic(Setting setting) throws InputException {
    String name = text(setting);
    if (!TOPIC.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw wrong(
          setting, name + " (expected: a topic's name: 1 to 249 of A-Z, a-z, 0-9, '.', '_', '-')");
    }
    Setting earlierOrNull = topics.putIfAbsent(name, setting);
    if (earlierOrNull != null) {
      throw wrong(
          setting, name + ": also " + earlierOrNull.path() + " (expected: a topic for each table)");
    }
    return name;
  }

  private String text(Setting setting) throws InputException {
    String text = given.get(setting).orElseThrow().value();
    if (text.isBlank()) {
      throw wrong(setting, "empty (expected: a name)");
    }
    return text;
  }

  private InputException wrong(Setting setting, String what) {
    return new InputException(
        given.get(setting).orElseThrow().origin() + ": " + setting.path() + ": " + what);
  }
}
