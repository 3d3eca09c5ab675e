package dev.slowhour.job.store;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Tables that hold what a batch run has made until all of it is put in place. Unlogged: they are
 * written at full speed, and what a crash of the server takes from them is found missing before
 * anything is put in place.
 */
record StagingTables(long runId) implements Serializable {

  private static final String CHUNKS = "chunks";
  private static final String UNITS = "units";
  private static final String HOURS = "hours";

  /** The staging table for that one. */
  String of(String table) {
    return Schema.NAME + ".staging_" + runId + "_" + table;
  }

  /** Which notices of the run are stored: those of a table, tenant, endpoint and hour, or none. */
  String units() {
    return of(UNITS);
  }

  /** The hours of a run that replaces. */
  String hours() {
    return of(HOURS);
  }

  void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (RowTable<?> table : windowTables()) {
        statement.execute(
            "CREATE UNLOGGED TABLE "
                + of(table.name())
                + " AS SELECT "
                + table.columnNames()
                + " FROM "
                + Schema.NAME
                + "."
                + table.name()
                + " WITH NO DATA");
      }
      create(
          statement,
          NoticeRow.TABLE.name(),
          NoticeRow.TABLE.each(column -> column.name() + " " + column.type()));
      create(
          statement,
          FailureTable.TABLE.name(),
          FailureTable.TABLE.each(column -> column.name() + " " + column.type()));
      create(statement, CHUNKS, "writer uuid, chunk bigint, PRIMARY KEY (writer, chunk)");
      create(
          statement,
          UNITS,
          "source_table text, tenant_id text, endpoint_id text, window_start timestamptz");
      create(statement, HOURS, "window_start timestamptz PRIMARY KEY");
    }
  }

  private void create(Statement statement, String name, String columns) throws SQLException {
    statement.execute("CREATE UNLOGGED TABLE " + of(name) + " (" + columns + ")");
  }

  private static List<RowTable<?>> windowTables() {
    List<RowTable<?>> tables = new ArrayList<>(WindowTables.PARTS);
    tables.add(WindowTables.WINDOWS);
    return tables;
  }

  /** Tells the planner how much there is. */
  void analyze(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (RowTable<?> table : windowTables()) {
        statement.execute("ANALYZE " + of(table.name()));
      }
      statement.execute("ANALYZE " + of(NoticeRow.TABLE.name()));
    }
  }

  void drop(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (RowTable<?> table : windowTables()) {
        statement.execute("DROP TABLE IF EXISTS " + of(table.name()));
      }
      for (String name :
          List.of(NoticeRow.TABLE.name(), FailureTable.TABLE.name(), CHUNKS, UNITS, HOURS)) {
        statement.execute("DROP TABLE IF EXISTS " + of(name));
      }
    }
  }

  /**
   * Marks a chunk as written.
   *
   * @return false when it was before: the answer to that commit was lost
   */
  boolean claim(Connection connection, String writer, long chunk) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO " + of(CHUNKS) + " VALUES (?::uuid, ?) ON CONFLICT DO NOTHING")) {
      statement.setString(1, writer);
      statement.setLong(2, chunk);
      return statement.executeUpdate() == 1;
    }
  }
}
