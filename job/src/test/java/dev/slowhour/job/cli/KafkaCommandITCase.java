package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.kafka.KafkaSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaCommandITCase {

  private static final int SIGTERM = 143;

  @TempDir private Path folder;

  private Path temporary() throws IOException {
    return Files.createDirectories(folder.resolve("tmp"));
  }

  private interface Use {
    void with(String bootstrapServers, List<String> lines) throws Exception;
  }

  /** Runs the command until it says that it can be stopped, uses it, stops it. */
  private void run(Use use, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("kafka"));
    arguments.addAll(List.of(options));
    Path err = folder.resolve("stderr");
    Process process =
        Launched.builder(folder, temporary(), arguments.toArray(String[]::new))
            .redirectError(err.toFile())
            .start();
    try (BufferedReader out = process.inputReader()) {
      List<String> lines = new ArrayList<>();
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (line.equals("Ctrl-C stops it")) {
          break;
        }
      }
      assertThat(lines).as(Files.readString(err)).isNotEmpty();
      use.with(lines.get(0).replace("bootstrap.servers=", ""), lines);
      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(SIGTERM);
    assertThat(err).isEmptyFile();
    assertThat(temporary()).isEmptyDirectory();
  }

  private static Set<String> topics(String bootstrapServers) throws Exception {
    try (Admin admin = Admin.create(KafkaSettings.of(bootstrapServers).clientProperties())) {
      return admin.listTopics().names().get();
    }
  }

  @Test
  void saysWhereItIsRunsUntilItIsStoppedAndLeavesNothing() throws Exception {
    run(
        (servers, lines) -> {
          assertThat(servers).matches("127\\.0\\.0\\.1:\\d+");
          assertThat(lines)
              .containsSubsequence(
                  "topics: request-logs, pool-metrics, tenant-contracts, request-failures,"
                      + " platform-events, slowhour-dead-letter",
                  "  ./slowhour produce --in examples/seed-day --bootstrap " + servers);
          assertThat(topics(servers))
              .containsExactlyInAnyOrderElementsOf(KafkaSettings.Topics.DEFAULT.all());
        },
        "--port",
        "0");
  }

  @Test
  void whatIsInAFolderOfOnesOwnIsThereTheNextTime() throws Exception {
    Use makesOne =
        (servers, lines) -> {
          try (Admin admin = Admin.create(KafkaSettings.of(servers).clientProperties())) {
            admin.deleteTopics(List.of("pool-metrics")).all().get();
            assertThat(admin.describeTopics(List.of("request-logs")).allTopicNames().get().values())
                .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(2));
          }
          assertThat(lines).contains("data: data");
        };
    run(makesOne, "--port", "0", "--dir", "data", "--partitions", "2");
    run(makesOne, "--port", "0", "--dir", "data", "--partitions", "7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port | 65536 | --port: 65536 (expected: 0 to 65535)",
        "--port | -1 | --port: -1 (expected: 0 to 65535)",
        "--partitions | 0 | --partitions: 0 (expected: 1 to 1000)",
        "--partitions | 1001 | --partitions: 1001 (expected: 1 to 1000)",
      })
  void aValueOutOfItsRange(String option, String value, String message) {
    assertThat(Cli.run("kafka", option, value))
        .isEqualTo(
            new Cli(
                2,
                "",
                "slowhour: "
                    + message
                    + "\nslowhour: see 'slowhour kafka --help' for the options\n"));
  }

  @Test
  void aFolderThatHoldsSomethingElseIsToldInOneLine() throws Exception {
    Files.writeString(folder.resolve("thesis.txt"), "mine");

    assertThat(Cli.run("kafka", "--port", "0", "--dir", folder.toString()))
        .isEqualTo(
            new Cli(
                2,
                "",
                "slowhour: "
                    + folder
                    + ": holds something else (expected: an empty folder, or one of Kafka's)\n"));
  }
}
