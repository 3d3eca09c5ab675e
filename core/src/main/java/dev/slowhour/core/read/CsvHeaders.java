package dev.slowhour.core.read;

import java.io.IOException;

/** Looks at the headers of CSV files, so that a wrong one ends a run before it has begun. */
final class CsvHeaders {

  private CsvHeaders() {}

  /**
   * Requires that a CSV file names the columns of its table; other files are left alone.
   *
   * @throws InputException when it does not, or cannot be read
   */
  static void require(InputFile input) throws InputException {
    if (!input.isCsv()) {
      return;
    }
    try (RecordScanner scanner = input.scanner(input.open())) {
      CsvRecordReader csv = new CsvRecordReader(input.table());
      while (!csv.hasHeader() && scanner.next()) {
        if (!scanner.isBlank()) {
          csv.readHeader(scanner);
        }
      }
    } catch (CsvHeaderException e) {
      throw new InputException(input.name() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new InputException(input.name() + ": cannot be read: " + FileFailure.reason(e), e);
    }
  }
}
