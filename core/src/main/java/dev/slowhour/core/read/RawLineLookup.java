package dev.slowhour.core.read;

import dev.slowhour.core.data.RawLine;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Finds lines again by number, so that rows need not carry their text. Made for ascending places: a
 * file is read once when its lines are asked for in order.
 */
public final class RawLineLookup implements Closeable {

  private InputFile fileOrNull;
  private RecordScanner linesOrNull;

  /**
   * The line as a notice shows it.
   *
   * @param file a file of lines or of CSV
   * @param line its number, from 1; of a record that spans lines that of its first
   * @return empty when the file has no such line any more
   * @throws IOException when the file cannot be read
   */
  public Optional<String> rawLine(InputFile file, long line) throws IOException {
    if (!file.equals(fileOrNull) || linesOrNull.lineNumber() >= line) {
      close();
      linesOrNull = file.scanner(file.open());
      fileOrNull = file;
    }
    while (linesOrNull.lineNumber() < line) {
      if (!linesOrNull.next()) {
        return Optional.empty();
      }
    }
    return Optional.of(RawLine.of(linesOrNull.buffer(), linesOrNull.from(), linesOrNull.to()));
  }

  @Override
  public void close() throws IOException {
    if (linesOrNull != null) {
      linesOrNull.close();
    }
    linesOrNull = null;
    fileOrNull = null;
  }
}
