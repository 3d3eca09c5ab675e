package dev.slowhour.job.store;

import dev.slowhour.core.data.FailureHour;
import dev.slowhour.job.files.RowSink;
import java.io.IOException;

/** Sets requests of a batch run aside that were not answered. */
final class StagedFailures implements RowSink.Writer<FailureHour> {

  private final StagingTables tables;
  private final StagingWriter writer;
  private final StringBuilder waiting = new StringBuilder();

  StagedFailures(StoreAddress address, StagingTables tables) throws StoreException {
    this.tables = tables;
    writer = new StagingWriter(address, tables);
  }

  @Override
  public void write(FailureHour hour) throws IOException {
    FailureTable.TABLE.append(hour, waiting);
    if (waiting.length() >= StagingWriter.CHUNK_LENGTH) {
      finish();
    }
  }

  @Override
  public void finish() throws IOException {
    writer.write(
        connection -> {
          WindowCopy.copy(connection, FailureTable.TABLE, waiting, tables::of);
          return null;
        });
    waiting.setLength(0);
  }

  @Override
  public void close() {
    writer.close();
  }
}
