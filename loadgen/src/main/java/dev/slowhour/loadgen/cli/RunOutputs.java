package dev.slowhour.loadgen.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.run.FileSink;
import dev.slowhour.loadgen.run.KafkaSink;
import dev.slowhour.loadgen.run.RecordSink;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Where a run's records and metrics go. */
final class RunOutputs {

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Place place;

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Properties of the producer, such as those of TLS.")
  private Path kafkaConfig;

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the client's own metrics, on 127.0.0.1 (default: a free one).")
  private int metricsPort;

  private static final class Place {
    @Option(names = "--out", paramLabel = "DIR", description = "Folder for the records.")
    private Path folder;

    @Option(
        names = "--kafka",
        paramLabel = "HOST:PORT",
        description = "Kafka, topics request-logs and request-failures, in place of a folder.")
    private String bootstrapServers;
  }

  RecordSink open() throws IOException, InputException {
    return place.folder != null ? FileSink.open(place.folder) : KafkaSink.connect(kafkaSettings());
  }

  private Map<String, String> kafkaSettings() throws IOException {
    Map<String, String> settings = new HashMap<>();
    if (kafkaConfig != null) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(kafkaConfig)) {
        properties.load(reader);
      }
      properties.stringPropertyNames().forEach(n -> settings.put(n, properties.getProperty(n)));
    }
    settings.put("bootstrap.servers", place.bootstrapServers);
    return settings;
  }

  Optional<Path> folder() {
    return Optional.ofNullable(place.folder);
  }

  int metricsPort() {
    return metricsPort;
  }
}
