package dev.slowhour.job.batch;

import dev.slowhour.core.read.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder that is filled beside its place and moved there at the end: what is in place is whole.
 * Closed without having been put in place, it leaves nothing.
 */
final class StagedFolder implements Closeable {

  private final Path target;
  private final Path staging;
  private final Thread atExit;

  private StagedFolder(Path target, Path staging) {
    this.target = target;
    this.staging = staging;
    atExit = new Thread(() -> FolderDeletion.tryDelete(staging), "delete " + staging);
  }

  /**
   * Creates an empty folder beside the target.
   *
   * @throws InputException when something else than an earlier judged output is at the target
   * @throws IOException when the folder cannot be created
   */
  static StagedFolder beside(Path target) throws InputException, IOException {
    Path place = target.toAbsolutePath().normalize();
    if (Files.exists(place) && !isJudgedOutput(place)) {
      throw new InputException(
          "out: "
              + target
              + " is there already and is no judged output (expected: a new folder, or one that"
              + " judge wrote)");
    }
    Path parent = place.getParent();
    if (parent == null) {
      throw new InputException("out: " + target + " (expected: a folder below another)");
    }
    Files.createDirectories(parent);
    Path staging = Files.createTempDirectory(parent, "." + place.getFileName() + ".");
    StagedFolder staged = new StagedFolder(place, staging);
    // A run that is interrupted from outside leaves nothing either.
    Runtime.getRuntime().addShutdownHook(staged.atExit);
    return staged;
  }

  private static boolean isJudgedOutput(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return Files.exists(folder.resolve(RunJson.FILE_NAME)) || files.findAny().isEmpty();
    }
  }

  Path path() {
    return staging;
  }

  /** Moves the folder to its place; an earlier output there makes room. */
  void putInPlace() throws IOException {
    // Temporary folders are private; results are as readable as whatever else the user makes.
    Path readable = Files.createDirectory(staging.resolveSibling(staging.getFileName() + "new"));
    try (Stream<Path> files = Files.list(staging)) {
      for (Path file : files.toList()) {
        Files.move(file, readable.resolve(file.getFileName()));
      }
    }
    if (Files.exists(target)) {
      Files.move(target, staging.resolve("earlier"));
    }
    Files.move(readable, target);
  }

  @Override
  public void close() throws IOException {
    FolderDeletion.delete(staging);
  }
}
