package dev.slowhour.job.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * A sink that writes rows to local files, for batch runs in this process: whoever runs the job puts
 * the files in place when it has ended well.
 */
final class RowSink<T> implements Sink<T> {

  private static final long serialVersionUID = 1L;

  interface Writer<T> extends Closeable {
    void write(T row) throws IOException;
  }

  interface Opener<T> extends Serializable {
    Writer<T> open() throws IOException;
  }

  private final Opener<T> opener;

  RowSink(Opener<T> opener) {
    this.opener = opener;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    Writer<T> writer = opener.open();
    return new SinkWriter<>() {
      @Override
      public void write(T row, Context rowContext) throws IOException {
        writer.write(row);
      }

      @Override
      public void flush(boolean endOfInput) {}

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }
}
