package dev.slowhour.job.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * A sink whose elements are written a moment after they came, many at once, without waiting for a
 * checkpoint; and all of them before one is taken, so that none is lost. After a failure some are
 * written again. While the store is gone its thread waits, and with it checkpoints and what comes
 * behind.
 */
final class StoreSink<T> implements Sink<T> {

  private static final long serialVersionUID = 1L;

  /** How long an element waits for others. */
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);

  /**
   * How long when writing takes longer than that: then there is much to do, and most of it is that
   * the same windows have changed again.
   */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  /** Elements that wait to be written together. */
  interface Batch<T> extends Closeable {

    /** Adds an element. */
    void add(T element);

    /** How many wait. */
    int size();

    /**
     * Writes what waits, and forgets it.
     *
     * @throws StoreException when that cannot be done
     */
    void write() throws StoreException;

    @Override
    void close();
  }

  /** Makes the batch of a subtask. */
  interface Opener<T> extends Serializable {

    /** A new batch, connected to the store. */
    Batch<T> open(StoreMetrics metrics, ProcessingTimeService clock) throws StoreException;
  }

  private final int mostAtOnce;
  private final Opener<T> opener;

  /**
   * A sink.
   *
   * @param mostAtOnce how many elements may wait
   */
  StoreSink(int mostAtOnce, Opener<T> opener) {
    this.mostAtOnce = mostAtOnce;
    this.opener = opener;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    ProcessingTimeService clock = context.getProcessingTimeService();
    return new Writer<>(
        opener.open(new StoreMetrics(context.metricGroup()), clock), mostAtOnce, clock);
  }

  private static final class Writer<T> implements SinkWriter<T> {

    private final Batch<T> batch;
    private final int mostAtOnce;
    private final ProcessingTimeService clock;
    private long waitMillis = SHORTEST_WAIT.toMillis();
    private ScheduledFuture<?> timerOrNull;

    Writer(Batch<T> batch, int mostAtOnce, ProcessingTimeService clock) {
      this.batch = batch;
      this.mostAtOnce = mostAtOnce;
      this.clock = clock;
    }

    @Override
    public void write(T element, Context context) throws IOException {
      batch.add(element);
      if (batch.size() >= mostAtOnce) {
        writeBatch();
      } else if (timerOrNull == null) {
        timerOrNull =
            clock.registerTimer(
                clock.getCurrentProcessingTime() + waitMillis,
                time -> {
                  timerOrNull = null;
                  writeBatch();
                });
      }
    }

    private void writeBatch() throws StoreException {
      if (batch.size() == 0) {
        return;
      }
      long start = clock.getCurrentProcessingTime();
      batch.write();
      long took = clock.getCurrentProcessingTime() - start;
      waitMillis = Math.max(SHORTEST_WAIT.toMillis(), Math.min(took, LONGEST_WAIT.toMillis()));
    }

    @Override
    public void flush(boolean endOfInput) throws IOException {
      writeBatch();
    }

    /** Writes nothing: after a failure what waits comes again. */
    @Override
    public void close() {
      if (timerOrNull != null) {
        timerOrNull.cancel(false);
      }
      batch.close();
    }
  }
}
