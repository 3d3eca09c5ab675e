package dev.slowhour.job.cli;

import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.kafka.local.LocalKafka;
import dev.slowhour.job.kafka.local.LocalTopics;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "kafka",
    header = "Run a Kafka on this machine, for trying.",
    description = {
      "",
      "Starts a real Kafka of one node on 127.0.0.1, without encryption or login, makes the topics"
          + " that are missing, and runs until Ctrl-C. Whoever is on this machine can use it.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:a fault of slowhour",
      "2:the port or the folder cannot be used, or Kafka has a fault",
      "130:stopped by Ctrl-C"
    })
final class KafkaCommand implements Callable<Integer> {

  private static final int MAX_PARTITIONS = 1_000;
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Folder for its data: what is in the topics is there again the next time (default: a"
              + " temporary one, deleted at the end).")
  private Path folderOrNull;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port of 127.0.0.1; 0 for any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Partitions of request-logs, where that is made; the other topics have one (default:"
              + " ${DEFAULT-VALUE}).")
  private int partitions;

  @Override
  public Integer call() throws Exception {
    requireWithin("--port", port, 0, MAX_PORT);
    requireWithin("--partitions", partitions, 1, MAX_PARTITIONS);
    boolean isTemporary = folderOrNull == null;
    Path folder = isTemporary ? Files.createTempDirectory("slowhour-kafka") : folderOrNull;
    AtomicReference<LocalKafka> running = new AtomicReference<>();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(running.get(), folder, isTemporary), "stop Kafka"));
    LocalKafka kafka = LocalKafka.start(folder, port);
    running.set(kafka);
    LocalTopics.create(kafka.settings(), partitions);
    print(kafka, isTemporary ? folder + " (deleted at the end)" : folder.toString());
    throw new IOException("Kafka has a fault: " + kafka.awaitFault().getMessage());
  }

  private void requireWithin(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + ": " + value + " (expected: " + least + " to " + most + ")");
    }
  }

  private void print(LocalKafka kafka, String folder) {
    PrintWriter out = spec.commandLine().getOut();
    KafkaSettings.Topics topics = kafka.settings().topics();
    out.println("bootstrap.servers=" + kafka.bootstrapServers());
    out.println("topics: " + String.join(", ", topics.all()));
    out.println("data: " + folder);
    out.println("replay a day into it:");
    out.println(
        "  ./slowhour produce --in examples/seed-day --bootstrap " + kafka.bootstrapServers());
    out.println("Ctrl-C stops it");
    out.flush();
  }

  private static void stop(LocalKafka runningOrNull, Path folder, boolean isTemporary) {
    if (runningOrNull != null) {
      runningOrNull.close();
    }
    if (isTemporary) {
      FileUtils.deleteDirectoryQuietly(folder.toFile());
    }
  }
}
