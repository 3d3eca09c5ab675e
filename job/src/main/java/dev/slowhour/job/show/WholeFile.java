package dev.slowhour.job.show;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes a file beside its place and moves it there: what is in place is whole. */
public final class WholeFile {

  private WholeFile() {}

  /**
   * Writes the text; a file that is there is replaced.
   *
   * @param option what the file is called in messages
   * @throws InputException when its place will not do
   */
  public static void write(String option, Path file, String text)
      throws InputException, IOException {
    Path place = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
    if (Files.exists(place) && !Files.isRegularFile(place)) {
      throw new InputException(option + ": " + file + " is no file (expected: a file's name)");
    }
    Path parent = place.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new InputException(
          option + ": " + file + ": no folder " + parent + " (expected: one that is there)");
    }
    Path written = parent.resolve("." + UUID.randomUUID() + ".tmp");
    try {
      Files.writeString(written, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
      Files.move(written, place, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
