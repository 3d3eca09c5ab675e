package dev.slowhour.job.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.config.EffectiveConfig;
import dev.slowhour.job.config.Given;
import dev.slowhour.job.config.Setting;
import dev.slowhour.job.kafka.KafkaSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the configuration of what runs against Kafka comes from. */
final class ConfigOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration in YAML, as in examples/slowhour.yaml.")
  private Path fileOrNull;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "Kafka, instead of kafka.client.bootstrap.servers.")
  private String bootstrapOrNull;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "Any value of the configuration, such as time.silence=10s; over the file and the"
              + " environment (SLOWHOUR_TIME_SILENCE).")
  private Map<String, String> values = Map.of();

  @Option(
      names = "--print-config",
      description = "Print the configuration in force, without secrets, and do nothing else.")
  private boolean prints;

  /** The configuration, with these flags of the command over everything else. */
  EffectiveConfig effective(Map<Setting, Given> flags) throws InputException, IOException {
    Map<String, Given> given = new LinkedHashMap<>();
    values.forEach((path, value) -> given.put(path, new Given(value, "--set " + path)));
    if (bootstrapOrNull != null) {
      given.put(
          Setting.kafkaClient(KafkaSettings.BOOTSTRAP_SERVERS),
          new Given(bootstrapOrNull, "--bootstrap"));
    }
    flags.forEach((setting, value) -> given.put(setting.path(), value));
    return EffectiveConfig.of(Optional.ofNullable(fileOrNull), System.getenv(), given);
  }

  /** Prints it where that is asked for, and tells whether it was. A value that is none fails. */
  boolean isPrinted(EffectiveConfig config, PrintWriter out) throws InputException {
    if (prints) {
      config.lines().forEach(out::println);
      out.flush();
      config.config();
    }
    return prints;
  }
}
