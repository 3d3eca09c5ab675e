package dev.slowhour.core.read;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.RawLine;
import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads records of a CSV file (RFC 4180, comma, UTF-8) into {@link Cells}, once the header has told
 * where the columns are. CSV has no types: a cell is read as what its column holds, quoted or not.
 * White space belongs to the cell.
 */
final class CsvRecordReader implements CellReader {

  private static final Set<String> NUMBERS =
      Set.of(
          "input_tokens",
          "output_tokens",
          "ttft_ms",
          "tpot_ms",
          "ttft_slo_ms",
          "tpot_slo_ms",
          "max_concurrency",
          "max_input_tokens",
          "kv_cache_util",
          "queued_requests",
          "status");

  /** An empty cell of these is null; of others it is missing. */
  private static final Set<String> NULLABLE = Set.of("kv_cache_util", "queued_requests");

  private static final Set<String> BOOLEANS = Set.of("synthetic");

  private static final Set<String> OPTIONAL = Set.of("valid_from", "status");

  private static final int IGNORED = -1;

  /**
   * A cell of a record.
   *
   * @param name what the header calls it
   * @param mayBeNumber whether its column holds numbers, or is none of the table's
   * @param isNullWhenEmpty whether an empty one is null, and not missing
   */
  record Cell(String name, String text, boolean mayBeNumber, boolean isNullWhenEmpty) {}

  /** Takes a cell. */
  interface CellConsumer {
    void accept(Cell cell) throws IOException;
  }

  /** An integer of more characters is out of every range here and is not worth converting. */
  private static final int MAX_LONG_CHARACTERS = 18;

  private final List<String> columns;

  /** Whether a row may say that it has no pool. */
  private final boolean isPoolNullable;

  /** Column of the table by cell of a record; null until the header was read. */
  private int[] columnOfCellOrNull;

  private List<String> header = List.of();

  // The cell last looked at: its text is bytes[cellFrom, cellTo).
  private int cellFrom;
  private int cellTo;
  private boolean hasDoubledQuotes;

  CsvRecordReader(Table table) {
    columns = table.columns();
    isPoolNullable = table == Table.REQUEST_FAILURES;
  }

  boolean hasHeader() {
    return columnOfCellOrNull != null;
  }

  /**
   * Reads the header, which the scanner has just come to. Names stand in any order; further ones
   * are ignored, of equal ones the last counts.
   *
   * @throws CsvHeaderException when it is not line 1, no CSV, or lacks a required column
   */
  void readHeader(RecordScanner scanner) throws CsvHeaderException {
    if (scanner.lineNumber() != 1 || scanner.isTooLong()) {
      throw new CsvHeaderException(
          "line 1: " + (scanner.isTooLong() ? "too long" : "blank") + " (expected: a CSV header)");
    }
    byte[] bytes = scanner.buffer();
    int from = scanner.from();
    int to = scanner.to();
    List<String> names = new ArrayList<>();
    int end = Utf8.isValid(bytes, from, to) ? endOfCell(bytes, from, to) : -1;
    while (end >= 0 && end < to) {
      names.add(text(bytes));
      end = endOfCell(bytes, end + 1, to);
    }
    if (end < 0) {
      throw new CsvHeaderException(
          "line 1: " + RawLine.of(bytes, from, to) + " (expected: a CSV header in UTF-8)");
    }
    names.add(text(bytes));
    List<String> missing =
        columns.stream().filter(name -> !names.contains(name) && !OPTIONAL.contains(name)).toList();
    if (!missing.isEmpty()) {
      throw new CsvHeaderException(
          "line 1: no column "
              + String.join(", ", missing)
              + " (expected: a header with "
              + String.join(", ", columns)
              + ")");
    }
    int[] columnOfCell = new int[names.size()];
    Arrays.fill(columnOfCell, IGNORED);
    for (int column = 0; column < columns.size(); column++) {
      int cell = names.lastIndexOf(columns.get(column));
      if (cell >= 0) {
        columnOfCell[cell] = column;
      }
    }
    columnOfCellOrNull = columnOfCell;
    header = List.copyOf(names);
  }

  @Override
  public NoticeCode malformed() {
    return NoticeCode.MALFORMED_CSV;
  }

  @Override
  public boolean read(byte[] bytes, int from, int to, Cells cells) {
    cells.clear();
    if (!Utf8.isValid(bytes, from, to)) {
      return false;
    }
    int[] columnOfCell = columnOfCellOrNull;
    int at = from;
    for (int cell = 0; cell < columnOfCell.length; cell++) {
      int end = endOfCell(bytes, at, to);
      boolean isLast = cell == columnOfCell.length - 1;
      if (end < 0 || isLast != (end == to)) {
        return false;
      }
      if (columnOfCell[cell] != IGNORED) {
        set(cells, columnOfCell[cell], bytes);
      }
      at = end + 1;
    }
    return true;
  }

  /**
   * Hands over the cells of a record as text, but for those that are not read because a later one
   * has their name.
   *
   * @return false when the record is malformed; cells may have been handed over all the same
   * @throws IOException from the consumer
   */
  boolean forEachCell(byte[] bytes, int from, int to, CellConsumer consumer) throws IOException {
    if (!Utf8.isValid(bytes, from, to)) {
      return false;
    }
    int at = from;
    for (int cell = 0; cell < header.size(); cell++) {
      int end = endOfCell(bytes, at, to);
      boolean isLast = cell == header.size() - 1;
      if (end < 0 || isLast != (end == to)) {
        return false;
      }
      String name = header.get(cell);
      if (header.lastIndexOf(name) == cell) {
        boolean isOfTable = columns.contains(name);
        consumer.accept(
            new Cell(name, text(bytes), !isOfTable || NUMBERS.contains(name), isNullable(name)));
      }
      at = end + 1;
    }
    return true;
  }

  /** Looks at the cell that starts there; gives the index of what ends it, -1 when nothing does. */
  private int endOfCell(byte[] bytes, int start, int to) {
    hasDoubledQuotes = false;
    if (start == to || bytes[start] != '"') {
      int at = start;
      while (at < to && bytes[at] != ',') {
        if (bytes[at] == '"') {
          return -1;
        }
        at++;
      }
      cellFrom = start;
      cellTo = at;
      return at;
    }
    int at = start + 1;
    while (at < to) {
      if (bytes[at] != '"') {
        at++;
      } else if (at + 1 < to && bytes[at + 1] == '"') {
        hasDoubledQuotes = true;
        at += 2;
      } else {
        cellFrom = start + 1;
        cellTo = at;
        return at + 1 == to || bytes[at + 1] == ',' ? at + 1 : -1;
      }
    }
    return -1;
  }

  private String text(byte[] bytes) {
    String text = new String(bytes, cellFrom, cellTo - cellFrom, StandardCharsets.UTF_8);
    return hasDoubledQuotes ? text.replace("\"\"", "\"") : text;
  }

  private void set(Cells cells, int column, byte[] bytes) {
    String name = columns.get(column);
    if (cellFrom == cellTo) {
      cells.set(column, isNullable(name) ? Cells.Kind.NULL : Cells.Kind.MISSING);
    } else if (NUMBERS.contains(name)) {
      setNumber(cells, column, bytes);
    } else if (BOOLEANS.contains(name)) {
      String text = text(bytes);
      cells.set(
          column,
          text.equals("true")
              ? Cells.Kind.TRUE
              : text.equals("false") ? Cells.Kind.FALSE : Cells.Kind.OTHER);
    } else {
      cells.setText(column, Cells.Kind.STRING, text(bytes));
    }
  }

  private boolean isNullable(String name) {
    return NULLABLE.contains(name) || (isPoolNullable && name.equals("accel_pool"));
  }

  /** By the grammar of JSON: no plus sign, no leading zero, digits on both sides of a point. */
  private void setNumber(Cells cells, int column, byte[] bytes) {
    boolean isNegative = bytes[cellFrom] == '-';
    int first = isNegative ? cellFrom + 1 : cellFrom;
    int at = digits(bytes, first);
    boolean isNumber = at > first && (bytes[first] != '0' || at == first + 1);
    boolean isInteger = at == cellTo;
    if (at < cellTo && bytes[at] == '.') {
      int decimals = at + 1;
      at = digits(bytes, decimals);
      isNumber &= at > decimals;
    }
    if (at < cellTo && (bytes[at] == 'e' || bytes[at] == 'E')) {
      int exponent = at + 1;
      if (exponent < cellTo && (bytes[exponent] == '+' || bytes[exponent] == '-')) {
        exponent++;
      }
      at = digits(bytes, exponent);
      isNumber &= at > exponent;
    }
    if (!isNumber || at < cellTo) {
      cells.set(column, Cells.Kind.OTHER);
    } else if (isInteger) {
      cells.setInteger(column, integer(bytes, isNegative));
    } else {
      cells.setText(column, Cells.Kind.DECIMAL, text(bytes));
    }
  }

  private int digits(byte[] bytes, int start) {
    int at = start;
    while (at < cellTo && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at;
  }

  private long integer(byte[] bytes, boolean isNegative) {
    if (cellTo - cellFrom > MAX_LONG_CHARACTERS) {
      return isNegative ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    long value = 0;
    for (int at = isNegative ? cellFrom + 1 : cellFrom; at < cellTo; at++) {
      value = value * 10 + (bytes[at] - '0');
    }
    return isNegative ? -value : value;
  }
}
