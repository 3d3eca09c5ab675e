package dev.slowhour.job.store;

import dev.slowhour.core.evidence.EvidenceItem;
import dev.slowhour.core.evidence.EvidenceList;
import dev.slowhour.core.evidence.Notes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.postgresql.PGConnection;

/** Rows of windows, waiting to be copied together. */
final class WindowCopy {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final StringBuilder windows = new StringBuilder();
  private final StringBuilder minutes = new StringBuilder();
  private final StringBuilder evidence = new StringBuilder();
  private final StringBuilder notes = new StringBuilder();
  private int count;

  /** Adds a window with its first minutes, its evidence and its notes. */
  void add(StoredWindow window, int minuteCount) {
    count += 1 + minuteCount;
    WindowTables.WINDOWS.append(window, windows);
    for (int minute = 0; minute < minuteCount; minute++) {
      WindowTables.MINUTES.append(new StoredWindow.Minute(window, minute), minutes);
    }
    int position = 0;
    for (EvidenceItem item : EvidenceList.of(window.judged(), window.zone())) {
      position++;
      count++;
      WindowTables.EVIDENCE.append(new StoredWindow.Evidence(window, position, item), evidence);
    }
    position = 0;
    for (String note : Notes.of(window.judged(), window.zone(), window.syntheticPools())) {
      position++;
      count++;
      WindowTables.NOTES.append(new StoredWindow.Note(window, position, note), notes);
    }
  }

  /** Adds all rows of another. */
  void addAll(WindowCopy other) {
    windows.append(other.windows);
    minutes.append(other.minutes);
    evidence.append(other.evidence);
    notes.append(other.notes);
    count += other.count;
  }

  /** Adds the rows, table by table, to what is digested. */
  void addTo(MessageDigest digest) {
    for (StringBuilder table : List.of(windows, minutes, evidence, notes)) {
      digest.update(table.toString().getBytes(StandardCharsets.UTF_8));
      // No row holds it, so rows of one table cannot be taken for rows of the next.
      digest.update((byte) 0);
    }
  }

  /** How many rows wait. */
  int count() {
    return count;
  }

  /** How much waits, in characters. */
  int length() {
    return windows.length() + minutes.length() + evidence.length() + notes.length();
  }

  void clear() {
    windows.setLength(0);
    minutes.setLength(0);
    evidence.setLength(0);
    notes.setLength(0);
    count = 0;
  }

  /** Copies all but the windows themselves into the tables that the names stand for. */
  void copyParts(Connection connection, UnaryOperator<String> target) throws SQLException {
    copy(connection, WindowTables.MINUTES, minutes, target);
    copy(connection, WindowTables.EVIDENCE, evidence, target);
    copy(connection, WindowTables.NOTES, notes, target);
  }

  /** Copies everything. */
  void copyAll(Connection connection, UnaryOperator<String> target) throws SQLException {
    copy(connection, WindowTables.WINDOWS, windows, target);
    copyParts(connection, target);
  }

  static void copy(
      Connection connection, RowTable<?> table, CharSequence rows, UnaryOperator<String> target)
      throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    byte[] bytes = rows.toString().getBytes(StandardCharsets.UTF_8);
    try {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              table.copyInto(target.apply(table.name())),
              new ByteArrayInputStream(bytes),
              BUFFER_BYTES);
    } catch (IOException e) {
      // The connection, for the bytes are at hand.
      throw new SQLException(e.getMessage(), "08006", e);
    }
  }
}
