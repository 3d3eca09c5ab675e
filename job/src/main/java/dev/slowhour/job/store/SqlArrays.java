package dev.slowhour.job.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;

/** Many rows as one array a column. */
final class SqlArrays {

  private SqlArrays() {}

  /**
   * Sets the rows of {@link RowTable#sent}.
   *
   * @return the index after them
   */
  static <R> int setRows(
      PreparedStatement statement, int first, RowTable<R> table, Collection<R> rows)
      throws SQLException {
    int next = first;
    for (Column<R> column : table.columns()) {
      set(statement, next++, rows, column.text());
    }
    return next;
  }

  /** Sets an array of what each row has; null for no value. */
  static <R> void set(
      PreparedStatement statement, int index, Collection<R> rows, Function<R, String> value)
      throws SQLException {
    Connection connection = statement.getConnection();
    Array array = connection.createArrayOf("text", rows.stream().map(value).toArray());
    statement.setArray(index, array);
  }
}
