package dev.slowhour.core.read;

import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that holds a part of a table.
 *
 * @param table the table
 * @param path where it is
 * @param name as notices show it: relative to its input folder; with several folders behind that
 *     folder as it was given
 */
public record InputFile(Table table, Path path, String name) {

  private static final String GZIP_ENDING = ".gz";

  /** Whether the file is compressed. */
  public boolean isGzip() {
    return path.toString().endsWith(GZIP_ENDING);
  }

  /** Whether the file is one JSON array and not lines. */
  public boolean isJsonArray() {
    return plainName().endsWith(".json");
  }

  private String plainName() {
    String file = path.toString();
    return isGzip() ? file.substring(0, file.length() - GZIP_ENDING.length()) : file;
  }

  /** Whether the file is CSV. */
  public boolean isCsv() {
    return plainName().endsWith(".csv");
  }

  /** Cuts the file into records over its bytes on disk, which {@code file} is. */
  RecordScanner scanner(FileStream file) {
    return isCsv() ? new CsvScanner(content(file)) : new LineScanner(content(file));
  }

  /** The file's content over its bytes on disk, which {@code file} is. */
  InputStream content(FileStream file) {
    return isGzip() ? new GunzipStream(file) : file;
  }

  /**
   * The file's bytes on disk.
   *
   * @throws IOException when the file cannot be opened
   */
  FileStream open() throws IOException {
    return new FileStream(Files.newInputStream(path));
  }
}
