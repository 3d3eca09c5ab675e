package dev.slowhour.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.job.config.StreamConfig.Backend;
import dev.slowhour.job.config.StreamConfig.State;
import dev.slowhour.job.config.StreamConfig.Time;
import dev.slowhour.job.kafka.KafkaSettings;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamConfigTest {

  private static final Path EXAMPLE = Path.of("../examples/slowhour.yaml");
  private static final String SERVERS = Setting.kafkaClient("bootstrap.servers");

  @TempDir private Path folder;

  private Path file(String... lines) throws Exception {
    return Files.writeString(folder.resolve("slowhour.yaml"), String.join("\n", lines));
  }

  private static EffectiveConfig of(
      Path fileOrNull, Map<String, String> environment, Map<String, String> flags)
      throws Exception {
    Map<String, Given> given = new TreeMap<>();
    flags.forEach((path, value) -> given.put(path, new Given(value, "--set " + path)));
    return EffectiveConfig.of(Optional.ofNullable(fileOrNull), environment, given);
  }

  private StreamConfig config(String... lines) throws Exception {
    return of(file(lines), Map.of(), Map.of(SERVERS, "127.0.0.1:9092")).config();
  }

  // Where values come from.

  @Test
  void withNothingButAnAddressTheDefaultsHold() throws Exception {
    StreamConfig config = of(null, Map.of(), Map.of(SERVERS, "127.0.0.1:9092")).config();

    assertThat(config)
        .isEqualTo(
            new StreamConfig(
                KafkaSettings.of("127.0.0.1:9092"),
                null,
                JudgeSettings.defaults(),
                new Time(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(60)),
                new State(Backend.ROCKSDB, null, null, Duration.ofSeconds(10)),
                null,
                null,
                Runtime.getRuntime().availableProcessors()));
    assertThat(config.store()).isEmpty();
    assertThat(config.webPort()).isEmpty();
    assertThat(config.prometheusPorts()).isEmpty();
    assertThat(config.state().checkpointDir()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, false, 30",
    "true,  false, false, 1",
    "true,  true,  false, 2",
    "true,  true,  true,  3",
    "true,  false, true,  3",
    "false, true,  true,  3",
    "false, true,  false, 2"
  })
  void flagsCountOverTheEnvironmentThatOverTheFileThatOverTheDefaults(
      boolean inFile, boolean inEnvironment, boolean inFlags, int seconds) throws Exception {
    Map<String, String> flags = new HashMap<>(Map.of(SERVERS, "127.0.0.1:9092"));
    if (inFlags) {
      flags.put("time.silence", "3s");
    }

    EffectiveConfig config =
        of(
            inFile ? file("time:", "  silence: 1s") : null,
            inEnvironment ? Map.of("SLOWHOUR_TIME_SILENCE", "2s") : Map.of(),
            flags);

    assertThat(config.config().time().silence()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void everyValueCanStandInTheFile() throws Exception {
    StreamConfig config =
        of(
                file(
                    "kafka:",
                    "  client:",
                    "    bootstrap.servers: kafka-1:9093,kafka-2:9093",
                    "    ssl.endpoint.identification.algorithm: ''",
                    "    linger.ms: 5",
                    "    ssl.truststore.certificates: |",
                    "      -----BEGIN CERTIFICATE-----",
                    "      MIIB",
                    "  group-id: watch",
                    "  topics: {request-logs: r, pool-metrics: p, tenant-contracts: c,",
                    "    dead-letter: d, request-failures: f, platform-events: e}",
                    "store:",
                    "  jdbc: jdbc:postgresql://db:5433/verdicts",
                    "  user: judge",
                    "judge:",
                    "  zone: UTC",
                    "  max-request-duration: 90m",
                    "time:",
                    "  allowed-disorder: 0s",
                    "  silence: 500ms",
                    "  open-refresh: 10s",
                    "state:",
                    "  backend: heap",
                    "  checkpoint-dir: s3://bucket/checkpoints",
                    "  savepoint-dir: /savepoints",
                    "  checkpoint-interval: PT1M",
                    "metrics:",
                    "  prometheus-ports: 9250-9260",
                    "web:",
                    "  port: 0",
                    "parallelism: 128"),
                Map.of("PGUSER", "somebody"),
                Map.of())
            .config();

    assertThat(config.kafka())
        .isEqualTo(
            new KafkaSettings(
                Map.of(
                    "bootstrap.servers", "kafka-1:9093,kafka-2:9093",
                    "ssl.endpoint.identification.algorithm", "",
                    "linger.ms", "5",
                    "ssl.truststore.certificates", "-----BEGIN CERTIFICATE-----\nMIIB\n"),
                "watch",
                new KafkaSettings.Topics("r", "p", "c", "d", "f", "e")));
    assertThat(config.requiredStore().display()).isEqualTo("db:5433/verdicts");
    assertThat(config.judge())
        .isEqualTo(new JudgeSettings("UTC", Duration.ofMinutes(90), null, null));
    assertThat(config.time())
        .isEqualTo(new Time(Duration.ZERO, Duration.ofMillis(500), Duration.ofSeconds(10)));
    assertThat(config.state())
        .isEqualTo(
            new State(
                Backend.HEAP, "s3://bucket/checkpoints", "/savepoints", Duration.ofMinutes(1)));
    assertThat(config.prometheusPorts()).contains("9250-9260");
    assertThat(config.webPort()).isEqualTo(OptionalInt.of(0));
    assertThat(config.parallelism()).isEqualTo(128);
  }

  @Test
  void everyValueCanStandInTheEnvironment() throws Exception {
    Map<String, String> environment = new HashMap<>();
    for (Setting setting : Setting.values()) {
      environment.put(ConfigEnvironment.variable(setting.path()), "of " + setting.path());
    }
    environment.put("SLOWHOUR_KAFKA_CLIENT_SASL_JAAS_CONFIG", "hush");

    EffectiveConfig config = of(null, environment, Map.of());

    assertThat(Setting.values())
        .allSatisfy(
            setting ->
                assertThat(config.get(setting))
                    .contains(
                        new Given(
                            "of " + setting.path(), ConfigEnvironment.variable(setting.path()))));
    assertThat(config.kafkaClient())
        .containsOnlyKeys("sasl.jaas.config")
        .containsValue(new Given("hush", "SLOWHOUR_KAFKA_CLIENT_SASL_JAAS_CONFIG"));
  }

  @Test
  void variablesAreNamedAsTheirSettings() {
    assertThat(ConfigEnvironment.variable("parallelism")).isEqualTo("SLOWHOUR_PARALLELISM");
    assertThat(ConfigEnvironment.variable("store.password-file"))
        .isEqualTo("SLOWHOUR_STORE_PASSWORD_FILE");
  }

  @Test
  void variablesOfOthersAreLeftAlone() throws Exception {
    Map<String, String> environment =
        Map.of(
            "SLOWHOUR_JAVA_OPTS", "-Xmx1g",
            "SLOWHOUR_PORT", "tcp://10.0.0.7:80",
            "SLOWHOUR_WEB_PORT", "tcp://10.0.0.8:8081",
            "SLOWHOUR_WEB_PORT_8081_TCP_ADDR", "10.0.0.8",
            "SLOWHOUR_KAFKA_SERVICE_HOST", "10.0.0.9",
            "TIME_SILENCE", "1s");

    assertThat(of(null, environment, Map.of(SERVERS, "kafka:9092")).config())
        .isEqualTo(of(null, Map.of(), Map.of(SERVERS, "kafka:9092")).config());
  }

  @Test
  void aFileWithNothingInItSaysNothing() throws Exception {
    assertThat(config()).isEqualTo(config("# nothing", "time:", "  # silence: 1s", "web:"));
  }

  // The store.

  @Test
  void whoLogsInComesFromTheEnvironmentUnlessSaid() throws Exception {
    assertThatThrownBy(() -> config().requiredStore())
        .isInstanceOf(InputException.class)
        .hasMessage(
            "store.jdbc is missing (expected: the store's URL there, in SLOWHOUR_STORE_JDBC, or as"
                + " --jdbc)");
    assertThat(config("store:", "  jdbc: jdbc:postgresql://db/x").requiredStore().display())
        .isEqualTo("db:5432/x");
  }

  // The example.

  @Test
  void theExampleSaysTheDefaults() throws Exception {
    assertThat(of(EXAMPLE, Map.of(), Map.of()).config())
        .isEqualTo(of(null, Map.of(), Map.of(SERVERS, "127.0.0.1:9092")).config());
  }

  @Test
  void theExampleNamesEverySetting() throws Exception {
    String uncommented =
        Files.readString(EXAMPLE).replaceAll("(?m)^( *)# ([a-z.-]+: [^#\\n]*)$", "$1$2");

    EffectiveConfig config = of(file(uncommented), Map.of(), Map.of());

    assertThat(Setting.values()).allSatisfy(setting -> assertThat(config.get(setting)).isPresent());
    assertThat(config.kafkaClient())
        .containsKeys("security.protocol", "ssl.truststore.location", "sasl.jaas.config");
    assertThat(config.config().parallelism()).isEqualTo(2);
  }

  @Test
  void aFileThatIsNotThere() {
    assertThatThrownBy(() -> of(folder.resolve("nope.yaml"), Map.of(), Map.of()))
        .isInstanceOf(NoSuchFileException.class);
  }
}
