package dev.slowhour.core.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Writes a day as the files that {@code judge --in} reads. */
public final class DayFiles {

  private DayFiles() {}

  /**
   * Writes all files of the day.
   *
   * @param day the day
   * @param folder where to; it is created
   * @throws IOException when a file cannot be written
   */
  public static void write(Day day, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (DayFile file :
        Stream.concat(day.requestFiles().stream(), Stream.of(day.poolMetrics(), day.contracts()))
            .toList()) {
      Files.write(folder.resolve(file.name()), bytes(file));
    }
  }

  private static byte[] bytes(DayFile file) throws IOException {
    String name = file.name();
    if (!name.endsWith(".gz")) {
      return text(name, file).getBytes(UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text(name.substring(0, name.length() - 3), file).getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String text(String name, DayFile file) {
    return name.endsWith(".json")
        ? file.lines().stream().map(Line::text).collect(Collectors.joining(",\n", "[\n", "\n]\n"))
        : file.lines().stream().map(line -> line.text() + "\n").collect(Collectors.joining());
  }
}
