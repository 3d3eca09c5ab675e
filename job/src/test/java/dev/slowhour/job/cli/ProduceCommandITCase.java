package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProduceCommandITCase {

  private static final String HINT = "slowhour: see 'slowhour produce --help' for the options\n";

  @TempDir private Path folder;

  private Path config(KafkaSettings kafka) throws Exception {
    KafkaSettings.Topics topics = kafka.topics();
    return Files.writeString(
        folder.resolve("slowhour.yaml"),
        """
        kafka:
          topics:
            request-logs: %s
            pool-metrics: %s
            tenant-contracts: %s
            dead-letter: %s
            request-failures: %s
            platform-events: %s
        """
            .formatted(
                topics.requestLogs(),
                topics.poolMetrics(),
                topics.tenantContracts(),
                topics.deadLetter(),
                topics.requestFailures(),
                topics.platformEvents()));
  }

  private static String servers(KafkaSettings kafka) {
    return kafka.client().get("bootstrap.servers");
  }

  @Test
  void theExampleDayIsSentWholeAndSecondTimeRefused() throws Exception {
    KafkaSettings kafka = Kafka.topics(4);
    String[] command = {
      "produce",
      "--in",
      Cli.HOME.resolve("examples/seed-day").toString(),
      "--speed",
      "max",
      "--close",
      "--config",
      config(kafka).toString(),
      "--bootstrap",
      servers(kafka)
    };

    Cli first = Cli.run(command);
    Cli second = Cli.run(command);

    assertThat(first)
        .isEqualTo(
            new Cli(
                0,
                """
                sent to %s:
                  request_logs      11,879
                  pool_metrics      300
                  tenant_contracts  10
                from 2026-10-13T09:00:07.996+09:00 to 2026-10-13T16:00:38.487+09:00
                closed: stream time comes to 2026-10-13T17:00:00.001+09:00
                """
                    .formatted(servers(kafka)),
                ""));
    assertThat(second.exitCode()).isEqualTo(2);
    assertThat(second.out()).isEmpty();
    assertThat(second.err())
        .startsWith(
            "slowhour: "
                + kafka.topics().requestLogs()
                + ": holds records up to 2026-10-13T17:01:00.001+09:00, and request_logs begin at")
        .contains("--shift-to-now moves the day")
        .hasLineCount(1);
  }

  @Test
  void unreadableLinesAndTheShiftAreTold() throws Exception {
    KafkaSettings kafka = Kafka.topics(1);
    InputFolder input =
        InputFolder.in(folder, "in")
            .with("request_logs.jsonl", Request.at("2026-10-13T10:00+09:00").json(), "one", "two");

    Cli run =
        Cli.run(
            "produce",
            "--in",
            input.path().toString(),
            "--shift-to-now",
            "--bootstrap",
            servers(kafka),
            "--config",
            config(kafka).toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().toList().get(1))
        .isEqualTo("  request_logs      3, 2 of them unreadable");
    assertThat(run.out().lines().toList().get(2))
        .matches("from (\\S+) to \\1, moved by [+-][\\d,]+ h");
  }

  @Test
  void theConfigurationIsPrintedAndNothingIsSent() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("slowhour.yaml"),
            "kafka:\n  client:\n    sasl.jaas.config: hush\ntime:\n  silence: 10s\n");

    Cli run =
        Cli.run(
            "produce",
            "--print-config",
            "--config",
            file.toString(),
            "--bootstrap",
            "kafka:9092",
            "--set",
            "time.allowed-disorder=5s",
            "--set",
            "kafka.client.ssl.key.password=hush");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "    bootstrap.servers: kafka:9092  # --bootstrap\n",
            "    sasl.jaas.config: \"****\"  # " + file + ":3\n",
            "    ssl.key.password: \"****\"  # --set kafka.client.ssl.key.password\n",
            "  allowed-disorder: 5s  # --set time.allowed-disorder\n",
            "  silence: 10s  # " + file + ":5\n")
        .doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--speed fast | Invalid value for option '--speed': fast (expected: a factor such as 1x,"
            + " 60x or 0.5x, or max)",
        "--speed 0x | Invalid value for option '--speed': 0x (expected: a factor such as 1x, 60x or"
            + " 0.5x, or max)",
        "--bootstrap kafka:9092 | Missing required option: '--in=DIR'"
      })
  void anOptionThatIsWrong(String options, String message) {
    String[] command = ("produce " + options).split(" ");

    assertThat(Cli.run(command)).isEqualTo(new Cli(2, "", "slowhour: " + message + "\n" + HINT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--in in | kafka.client.bootstrap.servers is missing (expected: HOST:PORT there, in"
            + " SLOWHOUR_KAFKA_CLIENT_BOOTSTRAP_SERVERS, or as --bootstrap)",
        "--in nowhere --bootstrap 127.0.0.1:1 | nowhere: no such folder (expected: a folder with"
            + " request logs)",
        "--in in --set time.silnce=1s | --set time.silnce: time.silnce: no such setting (expected"
            + " in time: allowed-disorder, silence, open-refresh)",
        "--in in --config nowhere.yaml | nowhere.yaml: no such file"
      })
  void whatCannotBeDoneIsToldInOneLine(String options, String message) {
    String[] command = ("produce " + options).split(" ");

    assertThat(Cli.run(command)).isEqualTo(new Cli(2, "", "slowhour: " + message + "\n"));
  }
}
