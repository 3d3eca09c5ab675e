package dev.slowhour.job.kafka;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads records where Flink's source takes them in.
 *
 * @param <R> the table's row
 */
final class RecordDeserializer<R> implements KafkaRecordDeserializationSchema<TopicLine<R>> {

  private static final long serialVersionUID = 1L;

  private final RecordReader.Opener<R> opener;
  private final TypeInformation<R> rowType;
  private transient RecordReader<R> reader;

  RecordDeserializer(RecordReader.Opener<R> opener, TypeInformation<R> rowType) {
    this.opener = opener;
    this.rowType = rowType;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    reader = opener.open();
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<TopicLine<R>> out) {
    out.collect(reader.read(record));
  }

  @Override
  public TypeInformation<TopicLine<R>> getProducedType() {
    return TopicLine.type(rowType);
  }
}
