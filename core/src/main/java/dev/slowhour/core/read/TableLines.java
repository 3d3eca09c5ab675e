package dev.slowhour.core.read;

import dev.slowhour.core.data.Place;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Reads a file of any table line by line, each with what it says and as the value of a topic's
 * record that says the same.
 */
public final class TableLines {

  /** Takes a line that is not blank. */
  public interface Consumer {

    /**
     * Takes a line.
     *
     * @param place where it stood
     * @param reading what became of it: the row of its table, or a fault
     * @param value its bytes as JSON: as they stand where they are JSON, or malformed
     */
    void accept(Place place, Reading<?> reading, byte[] value) throws IOException;
  }

  private TableLines() {}

  /**
   * Hands over the lines of a file, in order.
   *
   * @param source index of the file among those of its table
   * @param maxRequestDuration the bound for one request
   * @return the number of the line at which the file breaks off, if it does
   * @throws InputException when the file is no JSON array although it is named as one, is CSV
   *     without a header, or cannot be read
   * @throws IOException from the consumer
   */
  public static OptionalLong read(
      InputFile file, int source, Duration maxRequestDuration, Consumer consumer)
      throws InputException, IOException {
    Function<CellReader, LineReader<?>> readerOf = readerOf(file, maxRequestDuration);
    return file.isJsonArray()
        ? readArray(file, source, readerOf, consumer)
        : readLines(file, source, readerOf, consumer);
  }

  private static Function<CellReader, LineReader<?>> readerOf(
      InputFile file, Duration maxRequestDuration) {
    return switch (file.table()) {
      case REQUEST_LOGS -> cells -> new RequestLogReader(maxRequestDuration, cells);
      case TENANT_CONTRACTS -> ContractReader::new;
      case POOL_METRICS -> PoolMetricReader::new;
      case POOLS -> PoolReader::new;
      case REQUEST_FAILURES -> RequestFailureReader::new;
      case PLATFORM_EVENTS -> PlatformEventReader::new;
    };
  }

  private static OptionalLong readLines(
      InputFile file, int source, Function<CellReader, LineReader<?>> readerOf, Consumer consumer)
      throws InputException, IOException {
    try (FileStream onDisk = open(file);
        FileLines<?> lines = lines(file, onDisk, readerOf)) {
      while (next(file, lines)) {
        Place place = new Place(source, lines.lineNumber());
        consumer.accept(place, lines.reading(place), lines.value());
      }
      return lines.isBroken() ? OptionalLong.of(lines.linesRead() + 1) : OptionalLong.empty();
    }
  }

  @SuppressWarnings("unchecked") // The reader's rows are handed on as whatever they are.
  private static FileLines<?> lines(
      InputFile file, FileStream onDisk, Function<CellReader, LineReader<?>> readerOf) {
    return FileLines.of(file, onDisk, cells -> (LineReader<Object>) readerOf.apply(cells));
  }

  private static FileStream open(InputFile file) throws InputException {
    try {
      return file.open();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Failures of reading are told from those of the consumer. */
  private static boolean next(InputFile file, FileLines<?> lines) throws InputException {
    try {
      return lines.next();
    } catch (CsvHeaderException e) {
      throw new InputException(file.name() + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static InputException unreadable(InputFile file, IOException cause) {
    return new InputException(
        file.name() + ": cannot be read: " + FileFailure.reason(cause), cause);
  }

  private static OptionalLong readArray(
      InputFile file, int source, Function<CellReader, LineReader<?>> readerOf, Consumer consumer)
      throws InputException, IOException {
    LineReader<?> reader = readerOf.apply(new JsonObjectReader(file.table().columns()));
    for (SmallTable.Element element : SmallTable.elements(source, file)) {
      byte[] value = element.bytes();
      consumer.accept(
          element.place(),
          value.length > LineReader.MAX_LINE_BYTES
              ? reader.malformed()
              : reader.read(element.place(), value, 0, value.length),
          value);
    }
    return OptionalLong.empty();
  }
}
