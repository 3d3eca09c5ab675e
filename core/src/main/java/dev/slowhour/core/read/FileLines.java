package dev.slowhour.core.read;

import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RawLine;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * The lines of one file that say something about its table: those that are neither blank nor the
 * header of a CSV file. A record of CSV that spans lines is one line here.
 *
 * @param <T> the table's row
 */
final class FileLines<T> implements Closeable {

  private final RecordScanner scanner;
  private final Optional<CsvRecordReader> csv;
  private final Optional<CsvJson> csvJson;
  private final LineReader<T> reader;
  private long blankLines;

  private FileLines(RecordScanner scanner, Optional<CsvRecordReader> csv, LineReader<T> reader) {
    this.scanner = scanner;
    this.csv = csv;
    csvJson = csv.map(CsvJson::new);
    this.reader = reader;
  }

  /**
   * Reads the file from its start.
   *
   * @param file the input's bytes on disk
   * @param readerOf the table's reader over cells of either format
   */
  static <T> FileLines<T> of(
      InputFile input, FileStream file, Function<CellReader, LineReader<T>> readerOf) {
    if (input.isCsv()) {
      CsvRecordReader csv = new CsvRecordReader(input.table());
      return new FileLines<>(input.scanner(file), Optional.of(csv), readerOf.apply(csv));
    }
    return new FileLines<>(
        input.scanner(file),
        Optional.empty(),
        readerOf.apply(new JsonObjectReader(input.table().columns())));
  }

  /**
   * Moves on to the next line.
   *
   * @return false at the end
   * @throws IOException when the file cannot be read, or is CSV without a header
   */
  boolean next() throws IOException {
    while (scanner.next()) {
      if (scanner.isBlank()) {
        blankLines++;
      } else if (csv.isPresent() && !csv.get().hasHeader()) {
        csv.get().readHeader(scanner);
      } else {
        return true;
      }
    }
    return false;
  }

  /** What became of the line. */
  Reading<T> reading(Place place) {
    return scanner.isTooLong()
        ? reader.malformed()
        : reader.read(place, scanner.buffer(), scanner.from(), scanner.to());
  }

  /** The line as a notice shows it. */
  String rawLine() {
    return RawLine.of(scanner.buffer(), scanner.from(), scanner.to());
  }

  /**
   * The line as the value of a topic's record, which says the same: of JSON and of malformed CSV
   * the bytes as they stand, of CSV an object. One that is too long keeps its beginning, and is
   * filled up with spaces until it is too long.
   */
  byte[] value() {
    byte[] bytes = scanner.buffer();
    if (scanner.isTooLong()) {
      byte[] value = new byte[LineReader.MAX_LINE_BYTES + 1];
      int held = Math.min(scanner.to() - scanner.from(), value.length);
      System.arraycopy(bytes, scanner.from(), value, 0, held);
      Arrays.fill(value, held, value.length, (byte) ' ');
      return value;
    }
    return csvJson
        .flatMap(json -> json.of(bytes, scanner.from(), scanner.to()))
        .orElseGet(() -> Arrays.copyOfRange(bytes, scanner.from(), scanner.to()));
  }

  /** The line's number, from 1: of a record that spans lines that of the first. */
  long lineNumber() {
    return scanner.lineNumber();
  }

  /** Lines that were read past so far, of whatever kind. */
  long linesRead() {
    return scanner.lastLineNumber();
  }

  /** Blank lines so far. */
  long blankLines() {
    return blankLines;
  }

  /** Whether the file breaks off; known at the end. */
  boolean isBroken() {
    return scanner.isBroken();
  }

  LineReader<T> reader() {
    return reader;
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
