package dev.slowhour.job.store;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import org.postgresql.PGConnection;

/** Rows of windows, waiting to be copied together. */
final class WindowCopy {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final StringBuilder windows = new StringBuilder();
  private final StringBuilder minutes = new StringBuilder();
  private final StringBuilder evidence = new StringBuilder();
  private final StringBuilder notes = new StringBuilder();

  /** Adds a window with its first minutes, its evidence and its notes. */
  void add(StoredWindow window, int minuteCount) {
    WindowTables.WINDOWS.append(window, windows);
    window.minutes(minuteCount).forEach(row -> WindowTables.MINUTES.append(row, minutes));
    window.evidence().forEach(row -> WindowTables.EVIDENCE.append(row, evidence));
    window.notes().forEach(row -> WindowTables.NOTES.append(row, notes));
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
  }

  /** Copies everything into the tables that the names stand for. */
  void copyAll(Connection connection, UnaryOperator<String> target) throws SQLException {
    copy(connection, WindowTables.WINDOWS, windows, target);
    copy(connection, WindowTables.MINUTES, minutes, target);
    copy(connection, WindowTables.EVIDENCE, evidence, target);
    copy(connection, WindowTables.NOTES, notes, target);
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
