package dev.slowhour.core.read;

import java.util.Arrays;

/** The cells of one line by column, as written and not yet checked. */
final class Cells {

  enum Kind {
    MISSING,
    NULL,
    STRING,
    /** A number of digits only, with or without a minus. */
    INTEGER,
    /** A number with a fraction or an exponent. */
    DECIMAL,
    TRUE,
    FALSE,
    OTHER
  }

  private final Kind[] kinds;
  private final String[] texts;
  private final long[] integers;

  Cells(int columns) {
    kinds = new Kind[columns];
    texts = new String[columns];
    integers = new long[columns];
    clear();
  }

  void clear() {
    Arrays.fill(kinds, Kind.MISSING);
  }

  void set(int column, Kind kind) {
    kinds[column] = kind;
  }

  void setText(int column, Kind kind, String text) {
    kinds[column] = kind;
    texts[column] = text;
  }

  void setInteger(int column, long value) {
    kinds[column] = Kind.INTEGER;
    integers[column] = value;
  }

  Kind kind(int column) {
    return kinds[column];
  }

  /** The text of a STRING or DECIMAL cell. */
  String text(int column) {
    return texts[column];
  }

  /** The value of an INTEGER cell; beyond 18 digits the largest or smallest long. */
  long integer(int column) {
    return integers[column];
  }
}
