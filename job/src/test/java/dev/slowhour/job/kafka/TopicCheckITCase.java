package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.testing.Kafka;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopicCheckITCase {

  private KafkaSettings kafka;

  @BeforeEach
  void makeTopics() throws Exception {
    kafka = Kafka.topics(1);
  }

  private KafkaSettings with(String requestLogs, String tenantContracts, String deadLetter) {
    return new KafkaSettings(
        kafka.client(),
        kafka.groupId(),
        new KafkaSettings.Topics(
            requestLogs,
            kafka.topics().poolMetrics(),
            tenantContracts,
            deadLetter,
            kafka.topics().requestFailures(),
            kafka.topics().platformEvents()));
  }

  private KafkaSettings with(String property, String value) {
    return new KafkaSettings(Map.of(property, value), kafka.groupId(), kafka.topics());
  }

  @Test
  void topicsThatAreThereAreGood() {
    assertThatCode(() -> TopicCheck.beforeStreaming(kafka)).doesNotThrowAnyException();
    assertThatCode(() -> TopicCheck.beforeBatch(kafka)).doesNotThrowAnyException();
  }

  @Test
  void aStreamingJobNeedsTheTopicOfDeadLettersAndIsToldHowToMakeIt() {
    KafkaSettings without =
        with(kafka.topics().requestLogs(), kafka.topics().tenantContracts(), "missing");

    assertThatThrownBy(() -> TopicCheck.beforeStreaming(without))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "topic missing is not there (expected: made before the start: kafka-topics.sh"
                + " --bootstrap-server "
                + kafka.client().get("bootstrap.servers")
                + " --create --topic missing --partitions 1)");
    assertThatCode(() -> TopicCheck.beforeBatch(without)).doesNotThrowAnyException();
  }

  @Test
  void contractsAreToBeMadeCompacted() {
    KafkaSettings without =
        with(kafka.topics().requestLogs(), "missing", kafka.topics().deadLetter());

    assertThatThrownBy(() -> TopicCheck.beforeBatch(without))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("topic missing is not there")
        .hasMessageEndingWith("--partitions 1 --config cleanup.policy=compact)");
  }

  @Test
  void aNameThatIsNoneIsSaidToBe() {
    KafkaSettings misnamed =
        with("request logs", kafka.topics().tenantContracts(), kafka.topics().deadLetter());

    assertThatThrownBy(() -> TopicCheck.beforeBatch(misnamed))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "topic request logs: no name of a topic (expected: 1 to 249 letters, digits, '.', '_',"
                + " '-')");
  }

  @Test
  void anAddressThatIsNoneIsToldInOneLine() {
    assertThatThrownBy(() -> TopicCheck.beforeStreaming(with("bootstrap.servers", "nowhere")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("Kafka at nowhere cannot be used: ")
        .hasMessageContaining("nowhere")
        .hasMessageEndingWith(
            "(expected: a broker that answers, and the properties that it asks for)");
  }

  @Test
  void aBrokerThatIsNotThereIsToldInOneLine() {
    KafkaSettings silent =
        new KafkaSettings(
            Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "request.timeout.ms", "500",
                "default.api.timeout.ms", "1000"),
            kafka.groupId(),
            kafka.topics());

    assertThatThrownBy(() -> TopicCheck.beforeStreaming(silent))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("Kafka at 127.0.0.1:1 cannot be used: .+ \\(expected: a broker .+\\)");
  }
}
