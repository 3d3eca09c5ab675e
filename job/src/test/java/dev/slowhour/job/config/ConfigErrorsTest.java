package dev.slowhour.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.read.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigErrorsTest {

  private static final Map<String, Given> ADDRESS =
      Map.of(Setting.kafkaClient("bootstrap.servers"), new Given("127.0.0.1:9092", "--bootstrap"));

  @TempDir private Path folder;

  private void assertRefused(String yaml, String message) throws Exception {
    assertRefused(yaml.getBytes(StandardCharsets.UTF_8), message);
  }

  private void assertRefused(byte[] yaml, String message) throws Exception {
    Path file = Files.write(folder.resolve("slowhour.yaml"), yaml);
    assertThatThrownBy(() -> EffectiveConfig.of(Optional.of(file), Map.of(), ADDRESS).config())
        .isInstanceOf(InputException.class)
        .hasMessage(message.replace("FILE", file.toString()));
  }

  private static void assertRefused(
      Map<String, String> environment, Map<String, Given> flags, String message) {
    assertThatThrownBy(() -> EffectiveConfig.of(Optional.empty(), environment, flags).config())
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Names.
        "time:N  silnce: 1s | FILE:2: time.silnce: no such setting (expected in time:"
            + " allowed-disorder, silence, open-refresh)",
        "tiem:N  silence: 1s | FILE:1: tiem: no such setting (expected: kafka, store, judge, time,"
            + " state, metrics, web, parallelism)",
        "kafka:N  topics:N    requests: x | FILE:3: kafka.topics.requests: no such setting"
            + " (expected in kafka.topics: request-logs, pool-metrics, tenant-contracts,"
            + " dead-letter, request-failures, platform-events)",
        "kafka:N  bootstrap.servers: x | FILE:2: kafka.bootstrap.servers: no such setting (expected"
            + " in kafka: client, group-id, topics)",
        "time.silence: 1s | FILE:1: time.silence: a dot in a name (expected: the section on a line"
            + " of its own, the name under it)",
        "web:N  port: 1Nweb:N  port: 2 | FILE:3: web: given twice",
        "web:N  port: 1N  port: 2 | FILE:3: web.port: given twice",
        "web:N  [a, b]: 2 | FILE:2: a name is missing",
        // Forms.
        "- time | FILE:1: no section (expected: lines of NAME: VALUE)",
        "just text | FILE:1: no section (expected: lines of NAME: VALUE)",
        "time: 60s | FILE:1: time: no section (expected: lines of NAME: VALUE)",
        "web:N  port: | FILE:2: web.port: no value (leave the line out to leave it unset)",
        "web:N  port: [1, 2] | FILE:2: web.port: a list or section (expected: one value)",
        "kafka:N  client:N    ssl:N      protocol: TLS | FILE:3: kafka.client.ssl: a list or"
            + " section (expected: one value; properties of Kafka are written in full, such as"
            + " ssl.keystore.location)",
        // Values.
        "judge:N  zone: Mars | FILE:2: judge.zone: Mars (expected: a time zone such as Asia/Seoul,"
            + " UTC or +09:00)",
        "judge:N  max-request-duration: 25h | FILE:2: judge.max-request-duration: PT25H (expected:"
            + " whole milliseconds, from 1 ms to 24 h)",
        "judge:N  max-request-duration: long | FILE:2: judge.max-request-duration: long (expected:"
            + " a duration such as 1h, 90m, 30s or PT1H30M)",
        "time:N  silence: 30 | FILE:2: time.silence: 30 (expected: a duration such as 1h, 90m, 30s"
            + " or PT1H30M)",
        "time:N  silence: 0s | FILE:2: time.silence: 0s (expected: whole milliseconds, from 1 ms to"
            + " 24 h)",
        "time:N  allowed-disorder: PT-1S | FILE:2: time.allowed-disorder: PT-1S (expected: whole"
            + " milliseconds, from 0 s to 24 h)",
        "time:N  open-refresh: 999ms | FILE:2: time.open-refresh: 999ms (expected: whole"
            + " milliseconds, from 1 s to 1 h)",
        "state:N  checkpoint-interval: PT0.1001S | FILE:2: state.checkpoint-interval: PT0.1001S"
            + " (expected: whole milliseconds, from 100 ms to 1 h)",
        "state:N  backend: RocksDB | FILE:2: state.backend: RocksDB (expected: rocksdb or heap)",
        "state:N  checkpoint-dir: ' ' | FILE:2: state.checkpoint-dir: empty (expected: a value;"
            + " leave it out to leave it unset)",
        "web:N  port: 65536 | FILE:2: web.port: 65536 (expected: 0 to 65535)",
        "web:N  port: http | FILE:2: web.port: http (expected: 0 to 65535)",
        "metrics:N  prometheus-ports: 9260-9250 | FILE:2: metrics.prometheus-ports: 9260-9250"
            + " (expected: a port, or a range such as 9250-9260)",
        "metrics:N  prometheus-ports: 0 | FILE:2: metrics.prometheus-ports: 0 (expected: a port, or"
            + " a range such as 9250-9260)",
        "parallelism: 0 | FILE:1: parallelism: 0 (expected: 1 to 128)",
        "parallelism: 129 | FILE:1: parallelism: 129 (expected: 1 to 128)",
        "kafka:N  topics:N    dead-letter: 'a b' | FILE:3: kafka.topics.dead-letter: a b (expected:"
            + " a topic's name: 1 to 249 of A-Z, a-z, 0-9, '.', '_', '-')",
        "kafka:N  topics:N    dead-letter: .. | FILE:3: kafka.topics.dead-letter: .. (expected: a"
            + " topic's name: 1 to 249 of A-Z, a-z, 0-9, '.', '_', '-')",
        "kafka:N  topics:N    dead-letter: pool-metrics | FILE:3: kafka.topics.dead-letter:"
            + " pool-metrics: also kafka.topics.pool-metrics (expected: a topic for each table)",
        "kafka:N  group-id: '' | FILE:2: kafka.group-id: empty (expected: a name)",
        "kafka:N  client:N    acks: 1 | FILE:3: kafka.client.acks: slowhour sets it itself"
            + " (expected: none: it is all)",
        "kafka:N  client:N    group.id: x | FILE:3: kafka.client.group.id: slowhour sets it itself"
            + " (expected: kafka.group-id)",
        "store:N  jdbc: jdbc:mysql://db/x | FILE:2: store.jdbc: no URL of PostgreSQL (expected:"
            + " jdbc:postgresql://HOST[:PORT]/DATABASE; user and password come from PGUSER and"
            + " PGPASSWORD, or the password from --jdbc-password-file)",
        "store:N  user: x | FILE:2: store.user: there is no store.jdbc (expected: both)",
      })
  void isToldWithFileLineAndWhatWasExpected(String yaml, String message) throws Exception {
    assertRefused(yaml.replace("N", "\n"), message);
  }

  @Test
  void whatIsNoYamlIsToldWithItsLineAndWithoutQuotingIt() throws Exception {
    assertRefused(
        "kafka:\n  client:\n    sasl.jaas.config: \"hush\n",
        "FILE:4: no YAML: found unexpected end of stream");
    assertRefused("a: b: hush\n", "FILE:1: no YAML: mapping values are not allowed here");
    assertRefused("a: 1\n---\nb: 2\n", "FILE:2: no YAML: but found another document");
    assertRefused(new byte[] {'a', ':', ' ', (byte) 0xFF}, "FILE: no YAML, or not in UTF-8");
  }

  @Test
  void aPasswordInTheUrlOfTheStoreIsNotRepeated() {
    assertThatThrownBy(
            () ->
                EffectiveConfig.of(
                        Optional.empty(),
                        Map.of("SLOWHOUR_STORE_JDBC", "jdbc:postgresql://me:hush@db/x"),
                        ADDRESS)
                    .config())
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(
            "SLOWHOUR_STORE_JDBC: store.jdbc: the URL holds a user or a password")
        .satisfies(failure -> assertThat(failure.toString()).doesNotContain("hush"));
  }

  @Test
  void aVariableIsNamedWhereItIsAtFault() {
    assertRefused(
        Map.of("SLOWHOUR_TIME_SILENCE", "soon"),
        ADDRESS,
        "SLOWHOUR_TIME_SILENCE: time.silence: soon (expected: a duration such as 1h, 90m, 30s or"
            + " PT1H30M)");
    assertRefused(
        Map.of("SLOWHOUR_TIME_SILNCE", "1s"),
        ADDRESS,
        "SLOWHOUR_TIME_SILNCE: no such setting (expected: SLOWHOUR_TIME_ALLOWED_DISORDER,"
            + " SLOWHOUR_TIME_SILENCE, SLOWHOUR_TIME_OPEN_REFRESH)");
    assertRefused(
        Map.of("SLOWHOUR_WEB_PORT", "http"),
        ADDRESS,
        "SLOWHOUR_WEB_PORT: web.port: http (expected: 0 to 65535)");
  }

  @Test
  void aFlagIsNamedWhereItIsAtFault() {
    assertRefused(
        Map.of(),
        Map.of("time.silence", new Given("soon", "--set time.silence")),
        "kafka.client.bootstrap.servers is missing (expected: HOST:PORT there, in"
            + " SLOWHOUR_KAFKA_CLIENT_BOOTSTRAP_SERVERS, or as --bootstrap)");
    assertRefused(
        Map.of(),
        Map.of("time.silnce", new Given("1s", "--set time.silnce")),
        "--set time.silnce: time.silnce: no such setting (expected in time: allowed-disorder,"
            + " silence, open-refresh)");
    assertRefused(
        Map.of(),
        Map.of("kafka.client.", new Given("x", "--set kafka.client.")),
        "--set kafka.client.: kafka.client.: no such setting (expected in kafka: client, group-id,"
            + " topics)");
  }
}
