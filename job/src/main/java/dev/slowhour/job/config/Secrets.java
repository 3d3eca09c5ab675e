package dev.slowhour.job.config;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/** What of a configuration may be shown. */
final class Secrets {

  static final String MASK = "****";

  /** Names that Kafka itself takes for secrets. */
  private static final Set<String> KAFKA_SECRETS = kafkaSecrets();

  /** And those of plug-ins, which it does not know. */
  private static final Pattern SECRET_NAME =
      Pattern.compile(
          ".*(password|passwd|secret|token|credential|jaas|user\\.info|(^|[._-])key).*");

  /** Names that speak of secrets without being one. */
  private static final Pattern PUBLIC_NAME =
      Pattern.compile(
          ".*([._-](file|location|class|type|url|uri|algorithm|name|seconds|ms)|serializer)");

  private static final Pattern USER_OF_URL = Pattern.compile("(://[^/?#@:]*):[^/?#]*@");
  private static final Pattern PARAMETER_OF_URL =
      Pattern.compile("(?i)([?&;][^=&;]*(?:password|passwd|secret|token|key)[^=&;]*=)[^&;]*");

  private Secrets() {}

  private static Set<String> kafkaSecrets() {
    Set<String> names = new HashSet<>();
    for (ConfigDef definition :
        new ConfigDef[] {
          ConsumerConfig.configDef(), ProducerConfig.configDef(), AdminClientConfig.configDef()
        }) {
      for (ConfigDef.ConfigKey key : definition.configKeys().values()) {
        if (key.type == ConfigDef.Type.PASSWORD) {
          names.add(key.name);
        }
      }
    }
    return names;
  }

  /** Whether the value of that setting is not to be shown at all. */
  static boolean isSecret(String path) {
    if (KnownPaths.isKafkaProperty(path)) {
      String name = KnownPaths.kafkaProperty(path).toLowerCase(Locale.ROOT);
      return KAFKA_SECRETS.contains(name)
          || (SECRET_NAME.matcher(name).matches() && !PUBLIC_NAME.matcher(name).matches());
    }
    return false;
  }

  /** The value of that setting as it may be shown: of URLs, what is no password. */
  static String shown(String path, String value) {
    if (isSecret(path)) {
      return MASK;
    }
    String withoutUser = USER_OF_URL.matcher(value).replaceAll("$1:" + MASK + "@");
    return PARAMETER_OF_URL.matcher(withoutUser).replaceAll("$1" + MASK);
  }
}
