package dev.slowhour.job.store;

import java.io.Closeable;
import java.util.UUID;

/** Writes chunks of rows into staging tables, each once, whatever happens to the connection. */
final class StagingWriter implements Closeable {

  /** Rows are copied together once they are so many characters. */
  static final int CHUNK_LENGTH = 2_000_000;

  private final StagingTables tables;
  private final StoreSession session;
  private final String writer = UUID.randomUUID().toString();
  private long chunk;

  StagingWriter(StoreAddress address, StagingTables tables) throws StoreException {
    this.tables = tables;
    session = StoreSession.open(address);
  }

  void write(SqlWork<Void> copy) throws StoreException {
    session.inTransaction(
        connection -> tables.claim(connection, writer, chunk) ? copy.in(connection) : null);
    chunk++;
  }

  @Override
  public void close() {
    session.close();
  }
}
