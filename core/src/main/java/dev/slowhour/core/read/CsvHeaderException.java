package dev.slowhour.core.read;

import java.io.IOException;

/**
 * The first line of a CSV file does not name the columns. The message says what is wrong with it,
 * without the file.
 */
final class CsvHeaderException extends IOException {

  private static final long serialVersionUID = 1L;

  CsvHeaderException(String message) {
    super(message);
  }
}
