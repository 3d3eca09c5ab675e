package dev.slowhour.job.kafka;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.ContractKey;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.read.ValueReader;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.workflow.ContractLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The contracts of the whole topic as it is now, for a batch run. */
public final class ContractTopic {

  private final RecordReader<ContractLine> reader;
  private final Map<ContractKey, Contract> inForce = new LinkedHashMap<>();
  private final List<Notice> notices = new ArrayList<>();

  private ContractTopic(RecordReader<ContractLine> reader) {
    this.reader = reader;
  }

  /**
   * What the topic holds.
   *
   * @param inForce versions that hold
   * @param notices what is said about the other records
   */
  public record Contracts(List<Contract> inForce, List<Notice> notices) {}

  /**
   * Reads the topic from its start to its end.
   *
   * @throws KafkaException when it cannot be read
   */
  public static Contracts read(KafkaSettings kafka, ReportZone zone) {
    ContractTopic topic = new ContractTopic(new ContractRecords(ValueReader.ofContracts(zone)));
    try (Consumer<byte[], byte[]> consumer = Clients.consumer(kafka)) {
      List<TopicPartition> partitions =
          TopicOffsets.partitions(consumer, kafka.topics().tenantContracts());
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      QuietPolls quietPolls = new QuietPolls();
      while (!isPast(ends, consumer)) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(QuietPolls.POLL);
        records.forEach(topic::take);
        quietPolls.polled(!records.isEmpty(), kafka.topics().tenantContracts());
      }
    }
    return new Contracts(List.copyOf(topic.inForce.values()), List.copyOf(topic.notices));
  }

  private static boolean isPast(Map<TopicPartition, Long> ends, Consumer<byte[], byte[]> consumer) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    ContractLine line = ContractRecords.line(reader.read(record));
    if (line.noticeOrNull() != null) {
      notices.add(line.noticeOrNull());
    }
    if (line.removedOrNull() != null) {
      inForce.remove(line.removedOrNull());
    }
    if (line.contractOrNull() != null) {
      inForce.put(ContractKey.of(line.contractOrNull()), line.contractOrNull());
    }
  }
}
