package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.TopicRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LastRecordsITCase {

  private KafkaSettings kafka;
  private String topic;

  @BeforeEach
  void makeTopics() throws Exception {
    kafka = Kafka.topics(3);
    topic = kafka.topics().requestLogs();
  }

  private ProducerRecord<byte[], byte[]> record(int partition) {
    return TopicRecords.of(topic, partition, 1_000, "key", "value");
  }

  private List<ProducerRecord<byte[], byte[]>> records(int count) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(record(0));
    }
    return records;
  }

  private Map<Integer, Long> lastOffsets() {
    return new TopicOffsets(kafka, topic).lastOffsets();
  }

  @Test
  void aTopicWithoutRecordsHasNoLastOne() {
    assertThat(lastOffsets()).isEmpty();
  }

  @Test
  void theLastOneOfEachPartitionIsFound() throws Exception {
    TopicRecords.send(kafka, List.of(record(0), record(0), record(2)));

    assertThat(lastOffsets()).containsOnly(Map.entry(0, 1L), Map.entry(2, 0L));
  }

  @Test
  void markersOfTransactionsAreNoRecords() throws Exception {
    TopicRecords.inTransaction(kafka, true, List.of(record(0), record(0)));
    // Kafka writes the marker a moment after it has said that it will.
    TopicRecords.await(kafka, topic, 2);
    assertThat(lastOffsets()).containsOnly(Map.entry(0, 1L));

    // A marker stands at 2, and for each that is aborted a record and a marker.
    for (int i = 0; i < 40; i++) {
      TopicRecords.inTransaction(kafka, false, List.of(record(0)));
    }
    assertThat(lastOffsets()).containsOnly(Map.entry(0, 1L));
  }

  @Test
  void whatWasNeverCommittedIsNone() throws Exception {
    TopicRecords.inTransaction(kafka, false, List.of(record(0)));

    assertThat(lastOffsets()).isEmpty();
  }

  @Test
  void whatIsDeletedIsNone() throws Exception {
    TopicRecords.send(kafka, records(3));
    try (Admin admin = Admin.create(kafka.clientProperties())) {
      admin
          .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(3)))
          .all()
          .get();
    }

    assertThat(lastOffsets()).isEmpty();
    assertThat(new TopicOffsets(kafka, topic).beginningOffsets()).containsEntry(0, 3L);
  }

  @Test
  void theLastOneBeforeAnEndIsFoundWhateverComesBehind() throws Exception {
    TopicRecords.send(kafka, records(5_000));
    TopicPartition partition = new TopicPartition(topic, 0);

    try (Consumer<byte[], byte[]> consumer = Clients.consumer(kafka)) {
      LastRecords last = new LastRecords(consumer);
      assertThat(last.before(Map.of(partition, 4_999L))).containsEntry(partition, 4_998L);
      assertThat(last.before(Map.of(partition, 1L))).containsEntry(partition, 0L);
      assertThat(last.before(Map.of(partition, 0L))).isEmpty();
    }
  }
}
