package dev.slowhour.job.files;

import dev.slowhour.core.data.Notice;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

/** What the places are called that notices speak of, and what stands there. */
public interface NoticePlaces extends Serializable {

  /** The name of the file, or of the topic and partition, that the line stood in. */
  String fileName(Notice notice);

  /** A way to look lines up that notices do not carry. */
  Lookup lookup();

  /** Looks lines up, which are asked for in the order of their places. */
  interface Lookup extends Closeable {

    /**
     * The line as it is shown.
     *
     * @throws IOException when it cannot be read, or is gone
     */
    String rawLine(Notice notice) throws IOException;
  }

  /** The notices in one stream, by table name, file name (by code point) and line. */
  default DataStream<Notice> inPlaceOrder(DataStream<Notice> notices) {
    return SortKeys.sorted(notices, new PlaceOrder(this), "notices");
  }

  /** The order of places. */
  final class PlaceOrder implements KeySelector<Notice, String> {

    private static final long serialVersionUID = 1L;
    private final NoticePlaces places;

    PlaceOrder(NoticePlaces places) {
      this.places = places;
    }

    @Override
    public String getKey(Notice notice) {
      return SortKeys.of(
          notice.table().tableName(), places.fileName(notice), notice.place().line());
    }
  }
}
