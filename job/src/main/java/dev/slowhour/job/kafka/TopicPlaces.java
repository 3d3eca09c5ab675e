package dev.slowhour.job.kafka;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.ValueReader;
import dev.slowhour.job.files.NoticeFiles;
import dev.slowhour.job.files.NoticePlaces;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Topics, partitions and offsets that notices speak of; of pools the files. */
public final class TopicPlaces implements NoticePlaces {

  private static final long serialVersionUID = 1L;

  private final KafkaSettings kafka;
  private final NoticeFiles pools;

  /** The tables in the topics of the settings, and pools in files. */
  public TopicPlaces(KafkaSettings kafka, NoticeFiles pools) {
    this.kafka = kafka;
    this.pools = pools;
  }

  @Override
  public String fileName(Notice notice) {
    return notice.table() == Table.POOLS
        ? pools.fileName(notice)
        : topic(notice.table()) + "/" + notice.place().source();
  }

  private String topic(Table table) {
    return switch (table) {
      case REQUEST_LOGS -> kafka.topics().requestLogs();
      case TENANT_CONTRACTS -> kafka.topics().tenantContracts();
      case POOL_METRICS -> kafka.topics().poolMetrics();
      default -> throw new IllegalArgumentException("table: " + table + " (expected: of a topic)");
    };
  }

  @Override
  public NoticePlaces.Lookup lookup() {
    return new RecordLookup();
  }

  /** Reads on where records stand close to each other, and jumps where they do not. */
  private final class RecordLookup implements NoticePlaces.Lookup {

    /** Records that are read past rather than jumped over. */
    private static final long CLOSE = 2_000;

    private final NoticePlaces.Lookup poolLines = pools.lookup();
    private final Queue<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();
    private Consumer<byte[], byte[]> consumerOrNull;
    private TopicPartition partitionOrNull;
    private long next;

    @Override
    public String rawLine(Notice notice) throws IOException {
      if (notice.table() == Table.POOLS) {
        return poolLines.rawLine(notice);
      }
      TopicPartition partition = new TopicPartition(topic(notice.table()), notice.place().source());
      try {
        return ValueReader.rawLine(value(partition, notice.place()));
      } catch (KafkaException e) {
        throw new IOException(fileName(notice) + ": cannot be read: " + e.getMessage(), e);
      }
    }

    private byte[] value(TopicPartition partition, Place place) throws IOException {
      moveTo(partition, place.line());
      QuietPolls quietPolls = new QuietPolls();
      while (next <= place.line()) {
        ConsumerRecord<byte[], byte[]> record = waiting.poll();
        if (record == null) {
          consumerOrNull.poll(QuietPolls.POLL).forEach(waiting::add);
          long before = next;
          // What is not handed over is passed all the same.
          next = waiting.isEmpty() ? consumerOrNull.position(partition) : next;
          quietPolls.polled(!waiting.isEmpty() || next != before, partition);
          continue;
        }
        next = record.offset() + 1;
        if (record.offset() == place.line() && record.value() != null) {
          return record.value();
        }
      }
      throw new IOException(
          partition.topic()
              + "/"
              + partition.partition()
              + ": offset "
              + place.line()
              + " is gone (expected: topics that keep what is judged until it is)");
    }

    private void moveTo(TopicPartition partition, long offset) {
      if (consumerOrNull == null) {
        consumerOrNull = Clients.consumer(kafka);
      }
      if (!partition.equals(partitionOrNull)) {
        consumerOrNull.assign(List.of(partition));
        partitionOrNull = partition;
        jump(offset);
      } else if (offset < next || offset - next > CLOSE) {
        jump(offset);
      }
    }

    private void jump(long offset) {
      waiting.clear();
      consumerOrNull.seek(partitionOrNull, offset);
      next = offset;
    }

    @Override
    public void close() throws IOException {
      try (poolLines) {
        if (consumerOrNull != null) {
          consumerOrNull.close();
        }
      }
    }
  }
}
