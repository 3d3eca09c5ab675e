package dev.slowhour.job.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** A folder of input files that a test fills. */
public final class InputFolder {

  private final Path path;

  private InputFolder(Path path) {
    this.path = path;
  }

  /** An empty folder below another. */
  public static InputFolder in(Path parent, String name) throws IOException {
    return new InputFolder(Files.createDirectories(parent.resolve(name)));
  }

  /** With a file of those lines, compressed when its name says so. */
  public InputFolder with(String file, List<String> lines) throws IOException {
    Path target = path.resolve(file);
    Files.createDirectories(target.getParent());
    byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    try (OutputStream onDisk = Files.newOutputStream(target);
        OutputStream out = file.endsWith(".gz") ? new GZIPOutputStream(onDisk) : onDisk) {
      out.write(bytes);
    }
    return this;
  }

  /** With a file of those lines. */
  public InputFolder with(String file, String... lines) throws IOException {
    return with(file, List.of(lines));
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** What is in the folder and below it: each file's bytes by its relative path. */
  public static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> content.put(folder.relativize(file).toString(), text(file)));
    }
    return content;
  }

  /** One character a byte, so that unequal files are unequal texts. */
  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
