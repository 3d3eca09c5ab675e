package dev.slowhour.job.store;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A stored table: its columns, and rows of it as COPY reads them.
 *
 * @param name without the schema
 * @param columns in the order in which rows are written
 */
record RowTable<R>(String name, List<Column<R>> columns) {

  /** The statement that copies rows of this table into one that has its columns. */
  String copyInto(String target) {
    return "COPY " + target + " (" + columnNames() + ") FROM STDIN";
  }

  /** The columns, with commas. */
  String columnNames() {
    return each(Column::name);
  }

  /** Something of each column, with commas. */
  String each(Function<Column<R>, String> part) {
    return columns.stream().map(part).collect(Collectors.joining(", "));
  }

  /** The same table with one more column. */
  RowTable<R> with(Column<R> column) {
    return new RowTable<>(name, Stream.concat(columns.stream(), Stream.of(column)).toList());
  }

  /**
   * Rows as a sub-select of that name, from one array a column: a statement with it is the same
   * however many rows there are, so the server plans it once. {@link SqlArrays#setRows} sets them.
   */
  String sentAs(String alias) {
    return "(SELECT "
        + each(column -> column.name() + "::" + column.type())
        + " FROM unnest("
        + each(column -> "?::text[]")
        + ") AS sent ("
        + columnNames()
        + ")) "
        + alias;
  }

  /** Adds a row in COPY's text format. */
  void append(R row, StringBuilder to) {
    for (int i = 0; i < columns.size(); i++) {
      if (i > 0) {
        to.append('\t');
      }
      String valueOrNull = columns.get(i).text().apply(row);
      if (valueOrNull == null) {
        to.append("\\N");
      } else {
        appendEscaped(valueOrNull, to);
      }
    }
    to.append('\n');
  }

  private static void appendEscaped(String value, StringBuilder to) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> to.append("\\\\");
        case '\t' -> to.append("\\t");
        case '\n' -> to.append("\\n");
        case '\r' -> to.append("\\r");
        default -> to.append(c);
      }
    }
  }
}
