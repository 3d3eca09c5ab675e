package dev.slowhour.job.kafka.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.job.kafka.KafkaSettings;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalKafkaITCase {

  private static final Instant LONG_AGO = Instant.parse("1971-02-03T04:05:06.789Z");
  private static final Instant FAR_AHEAD = Instant.parse("2199-12-31T23:59:59.999Z");

  @TempDir private Path folder;

  private static void send(LocalKafka kafka, String topic, Instant timestamp, String value)
      throws Exception {
    Properties properties = kafka.settings().clientProperties();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  topic, 0, timestamp.toEpochMilli(), null, value.getBytes(StandardCharsets.UTF_8)))
          .get();
    }
  }

  private static List<String> read(LocalKafka kafka, String topic) {
    Properties properties = kafka.settings().clientProperties();
    TopicPartition partition = new TopicPartition(topic, 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      List<String> records = new ArrayList<>();
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          records.add(
              Instant.ofEpochMilli(record.timestamp())
                  + " "
                  + new String(record.value(), StandardCharsets.UTF_8));
        }
      }
      return records;
    }
  }

  @Test
  void keepsRecordsHoweverOldOrFarAheadAndIsThereAgainOnTheSamePort() throws Exception {
    try (LocalKafka kafka = LocalKafka.start(folder.resolve("data"), 0)) {
      LocalTopics.create(kafka.settings(), 1);
      send(kafka, "request-logs", LONG_AGO, "old");
      send(kafka, "request-logs", FAR_AHEAD, "ahead");
      String address = kafka.bootstrapServers();
      kafka.stop();

      assertThatThrownBy(() -> SocketChannel.open(LoopbackPorts.address(kafka.port())).close())
          .isInstanceOf(IOException.class);

      kafka.startAgain();

      assertThat(kafka.bootstrapServers()).isEqualTo(address).startsWith("127.0.0.1:");
      assertThat(read(kafka, "request-logs"))
          .containsExactly(LONG_AGO + " old", FAR_AHEAD + " ahead");
    }
  }

  @Test
  void theNextProcessFindsWhatTheLastOneLeft() throws Exception {
    try (LocalKafka first = LocalKafka.start(folder, 0)) {
      LocalTopics.create(first.settings(), 1);
      send(first, "pool-metrics", LONG_AGO, "kept");
    }
    try (LocalKafka second = LocalKafka.start(folder, 0)) {
      assertThat(read(second, "pool-metrics")).containsExactly(LONG_AGO + " kept");
    }
  }

  @Test
  void makesTheTopicsThatAreMissingAndLeavesTheOthers() throws Exception {
    try (LocalKafka kafka = LocalKafka.start(folder, 0);
        Admin admin = Admin.create(kafka.settings().clientProperties())) {
      LocalTopics.create(kafka.settings(), 3);
      LocalTopics.create(kafka.settings(), 5);

      Map<String, Integer> partitions =
          admin
              .describeTopics(admin.listTopics().names().get())
              .allTopicNames()
              .get()
              .values()
              .stream()
              .collect(
                  Collectors.toMap(TopicDescription::name, topic -> topic.partitions().size()));
      assertThat(partitions)
          .isEqualTo(
              Map.of(
                  "request-logs", 3,
                  "pool-metrics", 1,
                  "tenant-contracts", 1,
                  "request-failures", 1,
                  "platform-events", 1,
                  "slowhour-dead-letter", 1));
      assertThat(cleanup(admin, "tenant-contracts")).isEqualTo("compact");
      assertThat(cleanup(admin, "request-logs")).isEqualTo("delete");
    }
  }

  private static String cleanup(Admin admin, String topic) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return admin
        .describeConfigs(List.of(resource))
        .all()
        .get()
        .get(resource)
        .get("cleanup.policy")
        .value();
  }

  @Test
  void aTopicThatNobodyMadeIsNotMadeByReadingIt() throws Exception {
    try (LocalKafka kafka = LocalKafka.start(folder, 0);
        Admin admin = Admin.create(kafka.settings().clientProperties())) {
      Properties properties = kafka.settings().clientProperties();
      properties.setProperty("max.block.ms", "200");
      try (KafkaProducer<byte[], byte[]> producer =
          new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
        assertThatThrownBy(() -> producer.send(new ProducerRecord<>("nope", new byte[0])).get())
            .hasMessageContaining("nope not present in metadata");
      }
      assertThat(admin.listTopics().names().get()).isEmpty();
    }
  }

  // What cannot be started.

  @Test
  void aPortThatIsInUseIsSaid() throws Exception {
    try (ServerSocketChannel channel = ServerSocketChannel.open();
        ServerSocket other = channel.bind(LoopbackPorts.address(0)).socket()) {
      assertThatThrownBy(() -> LocalKafka.start(folder, other.getLocalPort()))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "port "
                  + other.getLocalPort()
                  + " of 127.0.0.1: in use (expected: a free one, or 0 for any)");
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void aFolderThatAnotherUsesIsSaidAndTheOtherGoesOn() throws Exception {
    try (LocalKafka first = LocalKafka.start(folder, 0)) {
      LocalTopics.create(first.settings(), 1);

      assertThatThrownBy(() -> LocalKafka.start(folder, 0))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("Kafka does not start with its data in " + folder + ": ")
          .hasMessageContaining("lock");

      send(first, "request-logs", LONG_AGO, "still there");
      assertThat(read(first, "request-logs")).hasSize(1);
    }
  }

  @Test
  void aFolderOfSomethingElseIsLeftAsItIs() throws Exception {
    Files.writeString(folder.resolve("thesis.txt"), "mine");

    assertThatThrownBy(() -> LocalKafka.start(folder, 0))
        .isInstanceOf(IOException.class)
        .hasMessage(
            folder + ": holds something else (expected: an empty folder, or one of Kafka's)");
    assertThat(folder.toFile().list()).containsExactly("thesis.txt");
  }

  @Test
  void settingsNameItsAddressAndTheUsualTopics() throws Exception {
    try (LocalKafka kafka = LocalKafka.start(folder, 0)) {
      assertThat(kafka.settings()).isEqualTo(KafkaSettings.of("127.0.0.1:" + kafka.port()));
    }
  }
}
