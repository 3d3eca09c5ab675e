package dev.slowhour.job.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What is to be done about minutes, evidence and notes of windows that are stored, all at once. */
final class PartWrites {

  private static final String ARRAYS = "unnest(?::text[], ?::text[], ?::timestamptz[]";

  private static final int MINUTES = WindowTables.PARTS.indexOf(WindowTables.MINUTES);

  /** Rows of one table. */
  private static final class OfTable {

    private final StringBuilder inserted = new StringBuilder();
    private final List<WindowKey> keysOfDeleted = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();
  }

  private final List<OfTable> tables =
      WindowTables.PARTS.stream().map(table -> new OfTable()).toList();
  private final List<WindowKey> replaced = new ArrayList<>();

  /**
   * All rows of a window are written anew.
   *
   * @return how many
   */
  int replace(RenderedWindow window) {
    replaced.add(window.key());
    int rows = 0;
    for (int part = 0; part < tables.size(); part++) {
      window.rowsOf(part).forEach(tables.get(part).inserted::append);
      rows += window.rowsOf(part).size();
    }
    return rows;
  }

  /**
   * Of the rows of a window those are written that are not as they were.
   *
   * @param before what is stored
   * @return how many
   */
  int change(RenderedWindow window, RenderedWindow.Fingerprint before) {
    int rows = 0;
    for (int part = 0; part < tables.size(); part++) {
      OfTable table = tables.get(part);
      for (int index : window.changed(part, before)) {
        if (index < before.parts().get(part).size()) {
          table.keysOfDeleted.add(window.key());
          table.deleted.add(keyText(part, window, index));
        }
        if (index < window.rowsOf(part).size()) {
          table.inserted.append(window.rowsOf(part).get(index));
          rows++;
        }
      }
    }
    return rows;
  }

  /** What tells a row from others of its window and part. */
  private static String keyText(int part, RenderedWindow window, int index) {
    return part == MINUTES
        ? window.judged().window().minute(index).toString()
        : Integer.toString(index + 1);
  }

  void write(Connection connection) throws SQLException {
    for (int part = 0; part < tables.size(); part++) {
      RowTable<?> table = WindowTables.PARTS.get(part);
      delete(connection, table, tables.get(part));
      WindowCopy.copy(
          connection, table, tables.get(part).inserted, name -> Schema.NAME + "." + name);
    }
  }

  private void delete(Connection connection, RowTable<?> table, OfTable rows) throws SQLException {
    String deleteFrom = "DELETE FROM slowhour." + table.name() + " p USING " + ARRAYS;
    if (!replaced.isEmpty()) {
      try (PreparedStatement statement =
          connection.prepareStatement(
              deleteFrom
                  + ") AS k (tenant_id, endpoint_id, window_start) WHERE "
                  + WindowWrites.isKey("p"))) {
        WindowWrites.setKeys(statement, 1, replaced);
        statement.executeUpdate();
      }
    }
    if (!rows.deleted.isEmpty()) {
      Column<?> within = table.columns().get(WindowTables.KEY.size());
      try (PreparedStatement statement =
          connection.prepareStatement(
              deleteFrom
                  + ", ?::"
                  + within.type()
                  + "[]) AS k (tenant_id, endpoint_id, window_start, within) WHERE "
                  + WindowWrites.isKey("p")
                  + " AND p."
                  + within.name()
                  + " = k.within")) {
        WindowWrites.setKeys(statement, 1, rows.keysOfDeleted);
        SqlArrays.set(statement, 4, rows.deleted, key -> key);
        statement.executeUpdate();
      }
    }
  }
}
