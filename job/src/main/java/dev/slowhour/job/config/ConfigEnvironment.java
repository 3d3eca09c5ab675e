package dev.slowhour.job.config;

import dev.slowhour.core.read.InputException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads the environment. A variable is named as its setting, in upper case, with {@code SLOWHOUR_}
 * before it and {@code _} for dots and hyphens; in properties of Kafka clients every {@code _} is a
 * dot.
 */
final class ConfigEnvironment {

  private static final String PREFIX = "SLOWHOUR_";
  private static final String CLIENT_PREFIX = variable(Setting.KAFKA_CLIENT) + "_";

  /** What Kubernetes tells every process about a service that is named slowhour-web or the like. */
  private static final Pattern OF_A_SERVICE =
      Pattern.compile(".*_(SERVICE_(HOST|PORT(_.*)?)|PORT(_\\d+_(TCP|UDP|SCTP)(_.*)?)?)");

  private ConfigEnvironment() {}

  /** The variable of that setting. */
  static String variable(String path) {
    return PREFIX + path.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  /**
   * The values of the environment by their paths.
   *
   * @throws InputException when a variable is named after a section, but after no setting in it.
   *     Others that begin with SLOWHOUR_ may be somebody else's
   */
  static Map<String, Given> read(Map<String, String> environment) throws InputException {
    Map<String, String> paths = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      paths.put(variable(setting.path()), setting.path());
    }
    Map<String, Given> values = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String name = entry.getKey();
      String path = paths.get(name);
      if (name.startsWith(CLIENT_PREFIX) && name.length() > CLIENT_PREFIX.length()) {
        path = Setting.kafkaClient(property(name));
      }
      if (path != null && !isOfAService(name, entry.getValue())) {
        values.put(path, new Given(entry.getValue(), name));
      } else if (path == null && isOfASection(name) && !isOfAService(name, entry.getValue())) {
        throw unknown(name);
      }
    }
    return values;
  }

  private static String property(String name) {
    return name.substring(CLIENT_PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  private static boolean isOfASection(String name) {
    for (Setting setting : Setting.values()) {
      int dot = setting.path().indexOf('.');
      if (dot > 0 && name.startsWith(variable(setting.path().substring(0, dot)) + "_")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfAService(String name, String value) {
    return OF_A_SERVICE.matcher(name).matches()
        && (name.contains("_SERVICE_") || name.matches(".*_PORT_\\d+_.*") || value.contains("://"));
  }

  private static InputException unknown(String name) {
    StringBuilder expected = new StringBuilder();
    String section = name.substring(0, name.indexOf('_', PREFIX.length()) + 1);
    for (Setting setting : Setting.values()) {
      String variable = variable(setting.path());
      if (variable.startsWith(section)) {
        expected.append(expected.isEmpty() ? "" : ", ").append(variable);
      }
    }
    return new InputException(name + ": no such setting (expected: " + expected + ")");
  }
}
