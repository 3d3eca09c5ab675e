package dev.slowhour.job.config;

import dev.slowhour.core.read.InputException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Which places the configuration has. */
final class KnownPaths {

  private static final String CLIENT_PREFIX = Setting.KAFKA_CLIENT + ".";

  private KnownPaths() {}

  /** Whether a value may stand there. */
  static boolean isValue(String path) {
    return setting(path).isPresent() || isKafkaProperty(path);
  }

  /** Whether it is a property of Kafka clients, of whatever name. */
  static boolean isKafkaProperty(String path) {
    return path.startsWith(CLIENT_PREFIX) && path.length() > CLIENT_PREFIX.length();
  }

  /** The name of that property for Kafka. */
  static String kafkaProperty(String path) {
    return path.substring(CLIENT_PREFIX.length());
  }

  /** Whether sections or values stand under it. */
  static boolean isSection(String path) {
    return path.equals(Setting.KAFKA_CLIENT) || !namesUnder(path).isEmpty();
  }

  static Optional<Setting> setting(String path) {
    for (Setting setting : Setting.values()) {
      if (setting.path().equals(path)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  /** What may stand in that section, or at the top for an empty path. */
  private static Set<String> namesUnder(String section) {
    String prefix = section.isEmpty() ? "" : section + ".";
    Set<String> names = new LinkedHashSet<>();
    if (Setting.KAFKA_CLIENT.startsWith(prefix)) {
      names.add(firstName(Setting.KAFKA_CLIENT.substring(prefix.length())));
    }
    for (Setting setting : Setting.values()) {
      if (setting.path().startsWith(prefix)) {
        names.add(firstName(setting.path().substring(prefix.length())));
      }
    }
    return names;
  }

  private static String firstName(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** The failure of a place that there is not; names what there is nearest to it. */
  static InputException unknown(String path, String origin) {
    String section = path;
    do {
      int dot = section.lastIndexOf('.');
      section = dot < 0 ? "" : section.substring(0, dot);
    } while (!section.isEmpty() && namesUnder(section).isEmpty());
    return new InputException(
        origin
            + ": "
            + path
            + ": no such setting (expected"
            + (section.isEmpty() ? "" : " in " + section)
            + ": "
            + String.join(", ", namesUnder(section))
            + ")");
  }
}
