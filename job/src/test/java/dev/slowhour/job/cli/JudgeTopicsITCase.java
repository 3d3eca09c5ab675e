package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.Request;
import dev.slowhour.job.testing.TopicRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code judge --kafka}. */
class JudgeTopicsITCase {

  private static final Request AT_TEN = Request.at("2026-10-13T10:00+09:00");

  @TempDir private Path folder;
  private KafkaSettings kafka;
  private Path config;
  private Path out;

  @BeforeEach
  void makeTopics() throws Exception {
    kafka = Kafka.topics(1);
    config = folder.resolve("slowhour.yaml");
    out = folder.resolve("out");
    writeConfig("");
  }

  private void writeConfig(String further) throws IOException {
    Files.writeString(
        config,
        """
        kafka:
          client:
            bootstrap.servers: %s
          topics:
            request-logs: %s
            pool-metrics: %s
            tenant-contracts: %s
        %s
        """
            .formatted(
                kafka.client().get(KafkaSettings.BOOTSTRAP_SERVERS),
                kafka.topics().requestLogs(),
                kafka.topics().poolMetrics(),
                kafka.topics().tenantContracts(),
                further));
  }

  private ProducerRecord<byte[], byte[]> record(Request request) {
    return TopicRecords.of(
        kafka.topics().requestLogs(),
        0,
        request.arrivedAt().plusMillis(request.ttftMs()).toEpochMilli(),
        null,
        request.json());
  }

  private void sendHour() throws Exception {
    TopicRecords.send(
        kafka,
        List.of(
            record(AT_TEN),
            record(AT_TEN.id("r-2").ttft(900)),
            record(AT_TEN.ttft(0)),
            TopicRecords.of(
                kafka.topics().tenantContracts(),
                0,
                0,
                "tenant/endpoint/-",
                Contracts.json(Contracts.of("tenant", "endpoint", 800)))));
  }

  private Cli judge(String... options) {
    return Cli.run(
        Stream.concat(
                Stream.of("judge", "--kafka", config.toString(), "--out", out.toString()),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private Cli judgeHour(String... further) {
    return judge(
        Stream.concat(
                Stream.of("--from", "2026-10-13T10:00+09:00", "--to", "2026-10-13T11:00+09:00"),
                Stream.of(further))
            .toArray(String[]::new));
  }

  @Test
  void judgesAnHourOfTheTopics() throws Exception {
    sendHour();

    Cli run = judgeHour();

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            hour                    tenant  endpoint  misses            peak  worst minute  verdict
            2026-10-13 10:00+09:00  tenant  endpoint     1/2  50%%  2/1000000  10:00 (1)     성능 격리 실패

            requests read: 2, windows judged: 1, notices: 1 (invalid_field 1)
            written to %s
            no readable pool_metrics: the pool's figures are empty
            """
                .formatted(out));
    assertThat(run.exitCode()).isZero();
    assertThat(out.resolve("notices.jsonl"))
        .content()
        .contains("\"file\":\"" + kafka.topics().requestLogs() + "/0\",\"line\":2,");
  }

  @Test
  void zoneAndBoundAreTheConfigurationsUnlessGiven() throws Exception {
    sendHour();
    writeConfig("judge:\n  zone: UTC\n  max-request-duration: 2h\n");

    judgeHour();
    assertThat(out.resolve("run.json"))
        .content()
        .contains("\"zone\" : \"UTC\"", "\"max_request_duration_ms\" : 7200000");

    judgeHour("--zone", "Asia/Seoul", "--max-request-duration", "30m");
    assertThat(out.resolve("run.json"))
        .content()
        .contains("\"zone\" : \"Asia/Seoul\"", "\"max_request_duration_ms\" : 1800000");
  }

  @Test
  void poolsAreReadOfAFolder() throws Exception {
    sendHour();
    Files.writeString(
        folder.resolve("pools.json"),
        """
        [{"accel_pool": "pool", "title": "p", "synthetic": true}, {"accel_pool": 1}]
        """);

    Cli run = judgeHour("--in", folder.toString());

    assertThat(run.out()).contains("notices: 2 (invalid_field 2)");
    assertThat(out.resolve("notices.jsonl"))
        .content()
        .startsWith("{\"table\":\"pools\",\"file\":\"pools.json\",\"line\":2,");
    assertThat(out.resolve("run.json")).content().contains("\"file\" : \"pools.json\"");
  }

  @Test
  void aTopicHasNoEndSoTheHoursMustBeGiven() {
    Cli run = judge("--from", "2026-10-13T10:00+09:00");

    assertThat(run.err())
        .startsWith(
            "slowhour: --kafka: --from or --to is missing (expected: both, for a topic has no"
                + " end)\n");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  @Test
  void aTopicThatIsMissingIsToldInOneLineAndNothingIsWritten() throws Exception {
    Files.writeString(
        config,
        "kafka:\n  client:\n    bootstrap.servers: "
            + kafka.client().get(KafkaSettings.BOOTSTRAP_SERVERS)
            + "\n  topics:\n    pool-metrics: missing\n    request-logs: "
            + kafka.topics().requestLogs());

    Cli run = judgeHour();

    assertThat(run.err())
        .startsWith("slowhour: topic missing is not there (expected: made before the start: ")
        .endsWith(" --create --topic missing --partitions 1)\n");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }
}
