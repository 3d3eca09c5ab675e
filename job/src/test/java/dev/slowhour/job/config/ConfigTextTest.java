package dev.slowhour.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTextTest {

  @TempDir private Path folder;

  private static EffectiveConfig with(Map<String, Given> flags) throws Exception {
    return EffectiveConfig.of(Optional.empty(), Map.of(), flags);
  }

  private static String clientLine(String property, String value) throws Exception {
    EffectiveConfig config =
        with(Map.of(Setting.kafkaClient(property), new Given(value, "--set x")));
    return config.lines().get(2);
  }

  @Test
  void saysWhatHoldsAndWhereItComesFrom() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("slowhour.yaml"),
            """
            kafka:
              client:
                bootstrap.servers: kafka:9093
                sasl.jaas.config: module required password="hush";
            store:
              jdbc: jdbc:postgresql://db/x
            time:
              silence: 10s
            """);
    EffectiveConfig config =
        EffectiveConfig.of(
            Optional.of(file),
            Map.of("SLOWHOUR_WEB_PORT", "8081", "SLOWHOUR_KAFKA_CLIENT_SSL_KEY_PASSWORD", "hush"),
            Map.of("parallelism", new Given("2", "--parallelism")));

    assertThat(String.join("\n", config.lines()))
        .isEqualTo(
            """
            kafka:
              client:
                bootstrap.servers: kafka:9093  # FILE:3
                sasl.jaas.config: "****"  # FILE:4
                ssl.key.password: "****"  # SLOWHOUR_KAFKA_CLIENT_SSL_KEY_PASSWORD
              group-id: slowhour  # default
              topics:
                request-logs: request-logs  # default
                pool-metrics: pool-metrics  # default
                tenant-contracts: tenant-contracts  # default
                dead-letter: slowhour-dead-letter  # default
                request-failures: request-failures  # default
                platform-events: platform-events  # default
            store:
              jdbc: jdbc:postgresql://db/x  # FILE:6
              # user: not set
              # password-file: not set
            judge:
              zone: Asia/Seoul  # default
              max-request-duration: 1h  # default
            time:
              allowed-disorder: 60s  # default
              silence: 10s  # FILE:8
              open-refresh: 60s  # default
            state:
              backend: rocksdb  # default
              # checkpoint-dir: not set
              # savepoint-dir: not set
              checkpoint-interval: 10s  # default
            metrics:
              # prometheus-ports: not set
            web:
              port: 8081  # SLOWHOUR_WEB_PORT
            parallelism: 2  # --parallelism\
            """
                .replace("FILE", file.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "",
        " led by a space",
        "true",
        "a: b",
        "a # b",
        "# a",
        "'quoted'",
        "say \"so\"",
        "back\\slash",
        "two\nlines\n",
        "tab\there",
        "- item",
        "{a: b}",
        "*anchor",
        "@at",
        "한국어",
        "null",
        "a\u0000b\u0085c"
      })
  void whatIsPrintedReadsAsTheSameAgain(String value) throws Exception {
    String property = Setting.kafkaClient("client.id");
    EffectiveConfig config = with(Map.of(property, new Given(value, "--set x")));
    Path file = Files.write(folder.resolve("printed.yaml"), config.lines());

    assertThat(
            EffectiveConfig.of(Optional.of(file), Map.of(), Map.of())
                .kafkaClient()
                .get("client.id")
                .value())
        .isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sasl.jaas.config",
        "ssl.key.password",
        "ssl.keystore.password",
        "ssl.truststore.password",
        "ssl.keystore.key",
        "ssl.keystore.certificate.chain",
        "sasl.oauthbearer.client.credentials.client.secret",
        "basic.auth.user.info",
        "schema.registry.basic.auth.user.info",
        "my.login.token",
        "MY.PASSWORD",
        "aws.secret.access.key"
      })
  void secretsAreNotShown(String property) throws Exception {
    assertThat(clientLine(property, "hush")).isEqualTo("    " + property + ": \"****\"  # --set x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "security.protocol",
        "sasl.mechanism",
        "ssl.keystore.location",
        "ssl.keystore.type",
        "sasl.oauthbearer.token.endpoint.url",
        "sasl.login.refresh.window.factor",
        "sasl.kerberos.min.time.before.relogin",
        "ssl.endpoint.identification.algorithm",
        "client.id"
      })
  void whatIsNoSecretIsShown(String property) throws Exception {
    assertThat(clientLine(property, "shown")).isEqualTo("    " + property + ": shown  # --set x");
  }

  @ParameterizedTest
  @CsvSource({
    "https://me:hush@login.example/token, https://me:****@login.example/token",
    "https://me:hush@more@login.example/, https://me:****@login.example/",
    "https://:hush@login.example/, https://:****@login.example/",
    "https://login.example/?user=me&password=hush&x=1,"
        + " https://login.example/?user=me&password=****&x=1",
    "https://login.example/?Client_Secret=hush, https://login.example/?Client_Secret=****",
    "https://login.example:8443/a@b, https://login.example:8443/a@b",
    "https://me@login.example/, https://me@login.example/"
  })
  void ofUrlsAllButPasswordsIsShown(String value, String shown) throws Exception {
    assertThat(clientLine("sasl.oauthbearer.token.endpoint.url", value))
        .isEqualTo("    sasl.oauthbearer.token.endpoint.url: " + shown + "  # --set x");
  }

  @Test
  void aPasswordInAnyOtherUrlIsNotShownEither() throws Exception {
    Map<String, Given> flags = new LinkedHashMap<>();
    flags.put("store.jdbc", new Given("jdbc:postgresql://me:hush@db/x?password=hush", "--jdbc"));
    flags.put("state.checkpoint-dir", new Given("s3://key:hush@bucket/x", "--set y"));

    List<String> lines = with(flags).lines();

    assertThat(lines)
        .contains(
            "  jdbc: jdbc:postgresql://me:****@db/x?password=****  # --jdbc",
            "  checkpoint-dir: s3://key:****@bucket/x  # --set y");
    assertThat(lines.toString()).doesNotContain("hush");
  }

  @Test
  void aValueThatIsLoggedByAccidentShowsNothing() {
    assertThat(new Given("hush", "slowhour.yaml:3").toString()).isEqualTo("Given[slowhour.yaml:3]");
  }
}
