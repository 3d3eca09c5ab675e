package dev.slowhour.job.testing;

import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.kafka.local.LocalKafka;
import dev.slowhour.job.kafka.local.LocalTopics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.util.FileUtils;

/** Topics of a test, in a Kafka that all tests of the process share. */
public final class Kafka {

  private static final AtomicInteger TOPICS = new AtomicInteger();

  private Kafka() {}

  /** Started when first asked for, stopped and taken away with the process. */
  private static final class Shared {

    private static final LocalKafka KAFKA = start();

    private static LocalKafka start() {
      try {
        Path target = Files.createDirectories(Path.of("target/kafka").toAbsolutePath());
        Path folder = Files.createTempDirectory(target, "data");
        LocalKafka kafka = LocalKafka.start(folder, 0);
        Runtime.getRuntime()
            .addShutdownHook(
                new Thread(
                    () -> {
                      kafka.close();
                      FileUtils.deleteDirectoryQuietly(folder.toFile());
                    }));
        return kafka;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** New topics, with names of their own. */
  public static KafkaSettings topics(int requestPartitions) throws Exception {
    String suffix = "-" + TOPICS.incrementAndGet();
    KafkaSettings.Topics names = KafkaSettings.Topics.DEFAULT;
    KafkaSettings settings =
        new KafkaSettings(
            Shared.KAFKA.settings().client(),
            "test" + suffix,
            new KafkaSettings.Topics(
                names.requestLogs() + suffix,
                names.poolMetrics() + suffix,
                names.tenantContracts() + suffix,
                names.deadLetter() + suffix,
                names.requestFailures() + suffix,
                names.platformEvents() + suffix));
    LocalTopics.create(settings, requestPartitions);
    return settings;
  }
}
