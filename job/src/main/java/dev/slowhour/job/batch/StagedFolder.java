package dev.slowhour.job.batch;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.files.JudgedFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder that is filled beside its place and moved there at the end: what is in place is whole.
 * Closed without having been put in place, it leaves nothing.
 */
final class StagedFolder implements Closeable {

  private static final Set<String> JUDGED_FILES =
      Set.of(
          JudgedFiles.VERDICTS,
          JudgedFiles.MINUTES,
          JudgedFiles.NOTICES,
          JudgedFiles.FAILURES,
          JudgedFiles.EVENTS,
          RunJson.FILE_NAME);

  private final Path target;
  private final Path staging;
  private final Thread atExit;

  /** Folders above it that were made for it, the deepest first. */
  private final List<Path> newParents;

  private boolean isClosed;

  private StagedFolder(Path target, Path staging, List<Path> newParents) {
    this.target = target;
    this.staging = staging;
    this.newParents = newParents;
    atExit = new Thread(this::closeAtExit, "delete " + staging);
  }

  /**
   * Creates an empty folder beside the target.
   *
   * @throws InputException when something else than an earlier judged output is at the target
   * @throws IOException when the folder cannot be created
   */
  static StagedFolder beside(Path target) throws InputException, IOException {
    // A link stays one: what it leads to is replaced.
    Path place = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath().normalize();
    requireRoomAt(place, target);
    Path parent = place.getParent();
    if (parent == null) {
      throw new InputException("out: " + target + " (expected: a folder below another)");
    }
    List<Path> newParents = missing(parent);
    Path staging;
    try {
      Files.createDirectories(parent);
      staging = Files.createTempDirectory(parent, "." + place.getFileName() + ".");
    } catch (IOException e) {
      deleteEmpty(newParents);
      throw e;
    }
    StagedFolder staged = new StagedFolder(place, staging, newParents);
    // A run that is interrupted from outside leaves nothing either.
    Runtime.getRuntime().addShutdownHook(staged.atExit);
    return staged;
  }

  private static List<Path> missing(Path folder) {
    List<Path> missing = new ArrayList<>();
    for (Path at = folder; at != null && Files.notExists(at); at = at.getParent()) {
      missing.add(at);
    }
    return missing;
  }

  private static void requireRoomAt(Path place, Path target) throws InputException, IOException {
    if (Files.exists(place, LinkOption.NOFOLLOW_LINKS) && !isJudgedOutput(place)) {
      throw new InputException(
          "out: "
              + target
              + " is there already and is no judged output (expected: a new folder, or one that"
              + " judge wrote)");
    }
  }

  private static boolean isJudgedOutput(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      Set<String> names =
          files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
      // It will be deleted, so nothing else may be in it.
      return names.isEmpty()
          || (names.contains(RunJson.FILE_NAME) && JUDGED_FILES.containsAll(names));
    }
  }

  Path path() {
    return staging;
  }

  /**
   * Moves the folder to its place; an earlier output there makes room.
   *
   * @throws InputException when something else has come there
   * @throws IOException when it cannot be moved, or the process is being ended
   */
  synchronized void putInPlace() throws InputException, IOException {
    if (isClosed) {
      throw new IOException(target + ": not written, the run was ended");
    }
    requireRoomAt(target, target);
    // Temporary folders are private; results are as readable as whatever else the user makes.
    Path readable = Files.createDirectory(readable());
    try (Stream<Path> files = Files.list(staging)) {
      for (Path file : files.toList()) {
        Files.move(file, readable.resolve(file.getFileName()));
      }
    }
    Path earlier = staging.resolve("earlier");
    if (Files.exists(target)) {
      Files.move(target, earlier);
    }
    try {
      Files.move(readable, target);
    } catch (IOException e) {
      if (Files.exists(earlier)) {
        Files.move(earlier, target);
      }
      throw e;
    }
  }

  private Path readable() {
    return staging.resolveSibling(staging.getFileName() + "new");
  }

  private void closeAtExit() {
    try {
      close();
    } catch (IOException e) {
      // The process ends, and nobody is left to be told.
      return;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    FolderDeletion.delete(staging);
    FolderDeletion.delete(readable());
    deleteEmpty(newParents);
  }

  private static void deleteEmpty(List<Path> folders) throws IOException {
    for (Path folder : folders) {
      try {
        Files.deleteIfExists(folder);
      } catch (DirectoryNotEmptyException e) {
        // The output is there, or something else has come.
        return;
      }
    }
  }
}
