package dev.slowhour.job.stream;

import dev.slowhour.core.testing.Fixture;
import dev.slowhour.job.batch.Version;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.ProducedDay;
import dev.slowhour.job.testing.TopicRecords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What the kept savepoint of a release rests on: the first part of a day, in two partitions. */
final class GoldenSavepoint {

  static final int PARTITIONS = 2;

  /** How much of the day's requests had been read, hundredths: no hour is final by then. */
  static final int PERCENT = 6;

  static final long MOST_BYTES = 200_000;

  private static final Path KEPT = Path.of("src", "test", "resources", "savepoints");

  private GoldenSavepoint() {}

  static ProducedDay day() throws Exception {
    return ProducedDay.of(Fixture.SEED_DAY.day(), PARTITIONS);
  }

  /** Where that of this release is kept. */
  static Path folder() {
    return KEPT.resolve(Version.text());
  }

  /**
   * Fills topics with blank records up to where the savepoint goes on: whoever reads these again
   * finds nothing, and has to have it in its state.
   */
  static void sendBlanks(ProducedDay day, KafkaSettings kafka) throws Exception {
    List<ProducerRecord<byte[], byte[]>> blanks = new ArrayList<>();
    for (ProducedDay.Sent sent : day.requests().subList(0, day.size() * PERCENT / 100)) {
      blanks.add(blank(kafka.topics().requestLogs(), sent.partition()));
    }
    day.metrics().forEach(line -> blanks.add(blank(kafka.topics().poolMetrics(), 0)));
    day.contracts().forEach(line -> blanks.add(blank(kafka.topics().tenantContracts(), 0)));
    TopicRecords.send(kafka, blanks);
  }

  private static ProducerRecord<byte[], byte[]> blank(String topic, int partition) {
    return TopicRecords.of(topic, partition, 1L, "blank", " ");
  }
}
