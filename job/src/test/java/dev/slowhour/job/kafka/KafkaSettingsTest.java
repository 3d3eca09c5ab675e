package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.kafka.KafkaSettings.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class KafkaSettingsTest {

  private static final KafkaSettings SECURED =
      new KafkaSettings(
          Map.of(
              "bootstrap.servers", "kafka:9093",
              "security.protocol", "SASL_SSL",
              "sasl.jaas.config", "hush"),
          "watch",
          Topics.DEFAULT);

  @Test
  void topicsAreNamedAsTheDocumentationSays() {
    assertThat(KafkaSettings.of("127.0.0.1:9092").topics())
        .isEqualTo(
            new Topics(
                "request-logs",
                "pool-metrics",
                "tenant-contracts",
                "slowhour-dead-letter",
                "request-failures",
                "platform-events"));
  }

  @Test
  void everyClientGetsPropertiesOfItsOwn() {
    Properties first = SECURED.clientProperties();
    first.setProperty("group.id", "first");

    assertThat(SECURED.clientProperties())
        .containsOnly(
            Map.entry("bootstrap.servers", "kafka:9093"),
            Map.entry("security.protocol", "SASL_SSL"),
            Map.entry("sasl.jaas.config", "hush"));
  }

  @Test
  void whatIsAddedToTheGivenMapLaterDoesNotCount() {
    Map<String, String> client = new HashMap<>(Map.of("bootstrap.servers", "kafka:9092"));
    KafkaSettings settings = new KafkaSettings(client, "watch", Topics.DEFAULT);
    client.put("acks", "0");

    assertThat(settings)
        .isEqualTo(
            new KafkaSettings(Map.of("bootstrap.servers", "kafka:9092"), "watch", Topics.DEFAULT));
  }

  @Test
  void theTextTellsNoValueOfAProperty() {
    assertThat(SECURED.toString())
        .contains("sasl.jaas.config", "watch", "request-logs")
        .doesNotContain("hush");
  }

  @Test
  void travelsWithTheJob() throws Exception {
    assertThat(InstantiationUtil.clone(SECURED)).isEqualTo(SECURED);
  }
}
