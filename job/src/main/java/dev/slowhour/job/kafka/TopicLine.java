package dev.slowhour.job.kafka;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Place;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a source read of one record, whatever the record is: a row, a notice, neither (the value is
 * blank), or of contracts both (what is taken away besides).
 *
 * @param <R> the table's row
 * @param rowOrNull the row
 * @param noticeOrNull the notice
 * @param place the record's partition and offset
 * @param instantOrNull the record's own time in its table, where that could be read
 * @param originalOrNull the record, when there is a notice
 * @param bytes length of the value
 */
public record TopicLine<R>(
    R rowOrNull,
    Notice noticeOrNull,
    Place place,
    Instant instantOrNull,
    OriginalRecord originalOrNull,
    long bytes) {

  static <R> TopicLine<R> of(
      ConsumerRecord<byte[], byte[]> record,
      R rowOrNull,
      Notice noticeOrNull,
      Instant instantOrNull) {
    return new TopicLine<>(
        rowOrNull,
        noticeOrNull,
        place(record),
        instantOrNull,
        noticeOrNull == null ? null : OriginalRecord.of(record),
        record.value() == null ? 0 : record.value().length);
  }

  static Place place(ConsumerRecord<byte[], byte[]> record) {
    return new Place(record.partition(), record.offset());
  }

  /** The same with another notice. */
  TopicLine<R> with(Notice notice) {
    return new TopicLine<>(rowOrNull, notice, place, instantOrNull, originalOrNull, bytes);
  }

  /** 1 when the value is blank, else 0. */
  long blankLines() {
    return rowOrNull == null && noticeOrNull == null ? 1 : 0;
  }

  /** Flink cannot tell by itself what stands for R. */
  @SuppressWarnings("unchecked")
  static <R> TypeInformation<TopicLine<R>> type(TypeInformation<R> rowType) {
    Map<String, TypeInformation<?>> fields = new HashMap<>();
    fields.put("rowOrNull", rowType);
    fields.put("noticeOrNull", TypeInformation.of(Notice.class));
    fields.put("place", TypeInformation.of(Place.class));
    fields.put("instantOrNull", Types.INSTANT);
    fields.put("originalOrNull", TypeInformation.of(OriginalRecord.class));
    fields.put("bytes", Types.LONG);
    return (TypeInformation<TopicLine<R>>) (TypeInformation<?>) Types.POJO(TopicLine.class, fields);
  }
}
