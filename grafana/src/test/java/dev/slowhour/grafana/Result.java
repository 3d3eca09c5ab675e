package dev.slowhour.grafana;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a query gave.
 *
 * @param types Postgres's name of each column's type, by its name
 * @param rows values by name: text, {@code Double}, {@code Timestamp} …
 */
record Result(Map<String, String> types, List<Map<String, Object>> rows) {

  /** Runs it in a session. */
  static Result of(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      return read(found);
    }
  }

  private static Result read(ResultSet found) throws SQLException {
    ResultSetMetaData columns = found.getMetaData();
    Map<String, String> types = new LinkedHashMap<>();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      if (types.put(columns.getColumnLabel(column), columns.getColumnTypeName(column)) != null) {
        throw new IllegalStateException(columns.getColumnLabel(column) + ": two columns of a name");
      }
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    while (found.next()) {
      Map<String, Object> row = new LinkedHashMap<>();
      for (String name : types.keySet()) {
        row.put(name, found.getObject(name));
      }
      rows.add(row);
    }
    return new Result(types, rows);
  }

  /** All that is in it as text, a line a row. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (Map<String, Object> row : rows) {
      row.values().stream()
          .filter(Objects::nonNull)
          .forEach(value -> text.append(value).append(" | "));
      text.append('\n');
    }
    return text.toString();
  }
}
