package dev.slowhour.core.read;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RawLine;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A table that is small enough to be held: its files, of lines, CSV or JSON arrays, read in order.
 *
 * @param <T> the table's row
 */
final class SmallTable<T> {

  /** A row, where it stood and how it was written. */
  record Line<T>(T row, Place place, String rawLine) {}

  private final Function<CellReader, LineReader<T>> readerOf;
  private final FaultNotices faults;
  private final List<Line<T>> lines = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();

  private SmallTable(Table table, Function<CellReader, LineReader<T>> readerOf, ReportZone zone) {
    this.readerOf = readerOf;
    faults = new FaultNotices(table, zone);
  }

  /**
   * Reads the files.
   *
   * @param readerOf the table's reader over cells of any format
   * @throws InputException when a file cannot be read, or is a broken JSON array
   */
  static <T> SmallTable<T> read(
      Table table,
      List<InputFile> files,
      Function<CellReader, LineReader<T>> readerOf,
      ReportZone zone)
      throws InputException {
    SmallTable<T> content = new SmallTable<>(table, readerOf, zone);
    for (int source = 0; source < files.size(); source++) {
      InputFile file = files.get(source);
      try {
        if (file.isJsonArray()) {
          content.readArray(source, file);
        } else {
          content.readLines(source, file);
        }
      } catch (IOException e) {
        throw new InputException(file.name() + ": cannot be read: " + FileFailure.reason(e), e);
      }
    }
    return content;
  }

  /** An element of a JSON array: where it stood, and the bytes that write it. */
  record Element(Place place, byte[] bytes) {}

  /**
   * The elements of a file that is a JSON array.
   *
   * @throws InputException when it is none, or cannot be read
   */
  static List<Element> elements(int source, InputFile file) throws InputException {
    List<Element> elements = new ArrayList<>();
    try {
      JsonArrayReader.read(
          source,
          file.name(),
          wholeArray(file),
          (place, bytes, from, to) ->
              elements.add(new Element(place, Arrays.copyOfRange(bytes, from, to))));
    } catch (IOException e) {
      throw new InputException(file.name() + ": cannot be read: " + FileFailure.reason(e), e);
    }
    return elements;
  }

  /** The readable lines, in order. */
  List<Line<T>> lines() {
    return lines;
  }

  /** What is said about the others. */
  List<Notice> notices() {
    return notices;
  }

  private static byte[] wholeArray(InputFile file) throws IOException, InputException {
    try (FileStream onDisk = file.open()) {
      GunzipStream gunzip = file.isGzip() ? new GunzipStream(onDisk) : null;
      byte[] bytes = (gunzip == null ? onDisk : gunzip).readAllBytes();
      if (gunzip != null && gunzip.isBroken()) {
        throw new InputException(
            file.name()
                + ": the gzip stream is broken (expected: a whole .json.gz; copy it again)");
      }
      return bytes;
    }
  }

  private void readArray(int source, InputFile file) throws IOException, InputException {
    byte[] bytes = wholeArray(file);
    LineReader<T> reader = readerOf.apply(new JsonObjectReader(file.table().columns()));
    JsonArrayReader.read(
        source,
        file.name(),
        bytes,
        (place, array, from, to) -> readElement(reader, place, array, from, to));
  }

  private void readElement(LineReader<T> reader, Place place, byte[] bytes, int from, int to) {
    boolean tooLong = to - from > LineReader.MAX_LINE_BYTES;
    take(
        place,
        tooLong ? reader.malformed() : reader.read(place, bytes, from, to),
        RawLine.of(bytes, from, to));
  }

  private void readLines(int source, InputFile file) throws IOException {
    try (FileLines<T> fileLines = FileLines.of(file, file.open(), readerOf)) {
      while (fileLines.next()) {
        Place place = new Place(source, fileLines.lineNumber());
        take(place, fileLines.reading(place), fileLines.rawLine());
      }
      if (fileLines.isBroken()) {
        notices.add(faults.truncated(new Place(source, fileLines.linesRead() + 1)));
      }
    }
  }

  private void take(Place place, Reading<T> reading, String rawLine) {
    if (reading instanceof Reading.Fault<T> fault) {
      notices.add(faults.of(place, fault, rawLine));
    } else if (reading instanceof Reading.Row<T> row) {
      lines.add(new Line<>(row.row(), place, rawLine));
    }
  }
}
