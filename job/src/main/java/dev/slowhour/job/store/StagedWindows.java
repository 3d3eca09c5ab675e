package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.files.RowSink;
import java.io.IOException;
import java.util.Set;

/** Sets windows of a batch run aside, with all that belongs to them. */
final class StagedWindows implements RowSink.Writer<JudgedWindow> {

  private final StagingTables tables;
  private final StagingWriter writer;
  private final ReportZone zone;
  private final Set<String> syntheticPools;
  private final WindowCopy waiting = new WindowCopy();

  StagedWindows(StoreAddress address, StagingTables tables, String zone, Set<String> syntheticPools)
      throws StoreException {
    this.tables = tables;
    this.zone = ReportZone.of(zone);
    this.syntheticPools = syntheticPools;
    writer = new StagingWriter(address, tables);
  }

  @Override
  public void write(JudgedWindow judged) throws IOException {
    waiting.add(new StoredWindow(judged, zone, syntheticPools), ReportZone.HOUR_MINUTES);
    if (waiting.length() >= StagingWriter.CHUNK_LENGTH) {
      finish();
    }
  }

  @Override
  public void finish() throws IOException {
    writer.write(
        connection -> {
          waiting.copyAll(connection, tables::of);
          return null;
        });
    waiting.clear();
  }

  @Override
  public void close() {
    writer.close();
  }
}
