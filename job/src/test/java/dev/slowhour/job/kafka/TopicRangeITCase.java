package dev.slowhour.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.kafka.TopicRange.OfPartition;
import dev.slowhour.job.testing.Kafka;
import dev.slowhour.job.testing.TopicRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TopicRangeITCase {

  private KafkaSettings kafka;
  private String topic;

  @BeforeEach
  void makeTopics() throws Exception {
    kafka = Kafka.topics(2);
    topic = kafka.topics().requestLogs();
  }

  private ProducerRecord<byte[], byte[]> at(int partition, long timestamp) {
    return TopicRecords.of(topic, partition, timestamp, null, "{}");
  }

  private List<ProducerRecord<byte[], byte[]>> many(int count, long timestamp) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      records.add(at(0, timestamp));
    }
    return records;
  }

  private List<OfPartition> between(long from, long to) {
    TopicRange range =
        TopicRange.between(kafka, topic, Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
    assertThat(range.records())
        .isEqualTo(range.parts().stream().mapToLong(part -> part.end() - part.start()).sum());
    return range.parts();
  }

  @Test
  void ofATopicWithoutRecordsNothingIsRead() {
    assertThat(between(0, 100)).containsExactly(new OfPartition(0, 0, 0), new OfPartition(1, 0, 0));
  }

  @Test
  void theStartIsInItAndTheEndIsNot() throws Exception {
    TopicRecords.send(
        kafka, List.of(at(0, 9), at(0, 10), at(0, 19), at(0, 20), at(1, 5), at(1, 15)));

    assertThat(between(10, 20)).containsExactly(new OfPartition(0, 1, 3), new OfPartition(1, 1, 2));
    assertThat(between(11, 12)).containsExactly(new OfPartition(0, 2, 2), new OfPartition(1, 1, 1));
    assertThat(between(21, 30)).containsExactly(new OfPartition(0, 4, 4), new OfPartition(1, 2, 2));
    assertThat(between(0, 5)).containsExactly(new OfPartition(0, 0, 0), new OfPartition(1, 0, 0));
  }

  @Test
  void recordsOutOfOrderBelongToItWhereTheyStandBetween() throws Exception {
    TopicRecords.send(kafka, List.of(at(0, 10), at(0, 5), at(0, 12)));

    assertThat(between(10, 20).get(0)).isEqualTo(new OfPartition(0, 0, 3));
  }

  @Test
  void aRecordOfAClockThatIsAheadDoesNotEndIt() throws Exception {
    TopicRecords.send(kafka, many(3, 10));
    TopicRecords.send(kafka, List.of(at(0, 5_000)));
    TopicRecords.send(kafka, many(2, 15));
    TopicRecords.send(kafka, many(999, 20));
    TopicRecords.send(kafka, List.of(at(0, 19)));
    TopicRecords.send(kafka, many(1_000, 20));
    TopicRecords.send(kafka, List.of(at(0, 19)));

    // The last but one of 19 is the 1006th; the last stands behind a thousand of 20.
    assertThat(between(10, 20).get(0)).isEqualTo(new OfPartition(0, 0, 1_006));
  }

  @Test
  void whatWasAbortedAtTheEndIsNotWaitedFor() throws Exception {
    TopicRecords.send(kafka, many(2, 10));
    TopicRecords.inTransaction(kafka, false, many(3, 12));

    OfPartition part = between(10, 20).get(0);
    assertThat(part.start()).isZero();
    assertThat(part.end()).isBetween(2L, 6L);
  }
}
