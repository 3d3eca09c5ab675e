package dev.slowhour.job.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * A sink that sets rows aside, for batch runs: whoever runs the job puts what was set aside in
 * place when it has ended well.
 */
public final class RowSink<T> implements Sink<T> {

  private static final long serialVersionUID = 1L;

  /** Takes rows; closed also when the job fails. */
  public interface Writer<T> extends Closeable {

    /** Takes a row. */
    void write(T row) throws IOException;

    /** All rows have come. */
    default void finish() throws IOException {}
  }

  /** Makes the writer of a subtask. */
  public interface Opener<T> extends Serializable {

    /** A new writer. */
    Writer<T> open() throws IOException;
  }

  private final Opener<T> opener;

  /** A sink of such writers, one for each subtask. */
  public RowSink(Opener<T> opener) {
    this.opener = opener;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return new WholeOrFailed<>(opener.open());
  }

  /** The end is written when the last row has come, so that a failure then is the run's. */
  private static final class WholeOrFailed<T> implements SinkWriter<T> {

    private final Writer<T> writer;
    private boolean isClosed;

    WholeOrFailed(Writer<T> writer) {
      this.writer = writer;
    }

    @Override
    public void write(T row, Context context) throws IOException {
      writer.write(row);
    }

    @Override
    public void flush(boolean endOfInput) throws IOException {
      if (endOfInput && !isClosed) {
        writer.finish();
        isClosed = true;
        writer.close();
      }
    }

    @Override
    public void close() {
      if (isClosed) {
        return;
      }
      try {
        writer.close();
      } catch (IOException e) {
        // The run has failed, and why is known: on a full disk this is the same once more. Flink
        // takes a failure in here for one of its own, and forgets the other.
        return;
      }
    }
  }
}
