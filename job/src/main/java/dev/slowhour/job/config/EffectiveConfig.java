package dev.slowhour.job.config;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The values in force, each with where it comes from. */
public final class EffectiveConfig {

  private final Map<Setting, Given> settings;
  private final SortedMap<String, Given> kafkaClient;
  private final Map<String, String> environment;

  private EffectiveConfig(
      Map<Setting, Given> settings,
      SortedMap<String, Given> kafkaClient,
      Map<String, String> environment) {
    this.settings = settings;
    this.kafkaClient = kafkaClient;
    this.environment = environment;
  }

  /**
   * The defaults, over them the file, over it the environment, over that the flags.
   *
   * @param file the configuration's file, if there is one
   * @param environment of the process: the variables that begin with SLOWHOUR_, and PGUSER
   * @param flags values by path ({@link Setting#path}, {@link Setting#kafkaClient}); their origin
   *     is the name of the flag
   * @throws InputException when one of them names what is no setting, or the file is no YAML. What
   *     a value is worth is looked at in {@link #config}
   * @throws IOException when the file cannot be read
   */
  public static EffectiveConfig of(
      Optional<Path> file, Map<String, String> environment, Map<String, Given> flags)
      throws InputException, IOException {
    Map<String, Given> given = new LinkedHashMap<>();
    if (file.isPresent()) {
      given.putAll(ConfigFile.read(file.get()));
    }
    given.putAll(ConfigEnvironment.read(environment));
    for (Map.Entry<String, Given> flag : flags.entrySet()) {
      if (!KnownPaths.isValue(flag.getKey())) {
        throw KnownPaths.unknown(flag.getKey(), flag.getValue().origin());
      }
      given.put(flag.getKey(), flag.getValue());
    }
    return withDefaults(given, environment);
  }

  private static EffectiveConfig withDefaults(
      Map<String, Given> given, Map<String, String> environment) {
    Map<Setting, Given> settings = new LinkedHashMap<>();
    for (Setting setting : Setting.values()) {
      Optional<Given> value =
          Optional.ofNullable(given.get(setting.path()))
              .or(() -> setting.defaultValue().map(text -> new Given(text, Given.DEFAULT)));
      value.ifPresent(found -> settings.put(setting, found));
    }
    SortedMap<String, Given> kafkaClient = new TreeMap<>();
    given.forEach(
        (path, value) -> {
          if (KnownPaths.isKafkaProperty(path)) {
            kafkaClient.put(KnownPaths.kafkaProperty(path), value);
          }
        });
    return new EffectiveConfig(settings, kafkaClient, environment);
  }

  /** The value of that setting. */
  Optional<Given> get(Setting setting) {
    return Optional.ofNullable(settings.get(setting));
  }

  /** The properties of Kafka clients, by name. */
  SortedMap<String, Given> kafkaClient() {
    return kafkaClient;
  }

  /** The environment that it was made from. */
  Map<String, String> environment() {
    return environment;
  }

  /**
   * What it says.
   *
   * @throws InputException when a value is none; the message says where it stands and what was
   *     expected
   */
  public StreamConfig config() throws InputException {
    return new ConfigValues(this).config();
  }

  /** The same as YAML, without secrets, each value with where it comes from. */
  public List<String> lines() {
    return ConfigText.lines(this);
  }
}
