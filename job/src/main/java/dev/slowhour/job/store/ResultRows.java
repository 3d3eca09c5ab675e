package dev.slowhour.job.store;

import dev.slowhour.core.evidence.NumberText;
import dev.slowhour.job.result.RowField;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Copies rows of results into their table, each with the number of the result it belongs to. */
final class ResultRows {

  private ResultRows() {}

  /**
   * Copies the rows.
   *
   * @param table without the schema
   * @param idColumn the column that says which result they belong to
   */
  static <R> void copy(
      Connection connection,
      String table,
      String idColumn,
      long id,
      List<RowField<R>> fields,
      List<R> rows)
      throws SQLException {
    List<Column<R>> columns = new ArrayList<>();
    columns.add(Column.ofCount(idColumn, row -> id));
    fields.forEach(field -> columns.add(column(field)));
    RowTable<R> target = new RowTable<>(table, List.copyOf(columns));
    StringBuilder text = new StringBuilder();
    for (R row : rows) {
      target.append(row, text);
      if (text.length() >= StagingWriter.CHUNK_LENGTH) {
        WindowCopy.copy(connection, target, text, ResultRows::qualified);
        text.setLength(0);
      }
    }
    WindowCopy.copy(connection, target, text, ResultRows::qualified);
  }

  private static String qualified(String table) {
    return Schema.NAME + "." + table;
  }

  private static <R> Column<R> column(RowField<R> field) {
    return new Column<>(
        field.name(), type(field.kind()), row -> textOrNull(field.value().apply(row)));
  }

  private static String type(RowField.Kind kind) {
    return switch (kind) {
      case TEXT -> "text";
      case COUNT -> "bigint";
      case NUMBER -> "numeric";
      case TRUTH -> "boolean";
      case TIME -> "timestamptz";
    };
  }

  private static String textOrNull(Optional<?> value) {
    Object object = value.orElse(null);
    if (object == null) {
      return null;
    }
    return object instanceof BigDecimal number ? NumberText.shortest(number) : object.toString();
  }
}
