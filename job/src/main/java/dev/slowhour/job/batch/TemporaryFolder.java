package dev.slowhour.job.batch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A folder whose content is gone when it is closed, as far as nobody uses it any more (a Flink
 * cluster in this process ends a moment after its job), and which is gone when the process ends.
 */
public final class TemporaryFolder implements Closeable {

  private static final int TRIES = 20;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  /**
   * Creates an empty folder.
   *
   * @param prefix with which its name begins
   * @throws IOException when it cannot be created
   */
  public static TemporaryFolder create(String prefix) throws IOException {
    TemporaryFolder folder = new TemporaryFolder(Files.createTempDirectory(prefix));
    Runtime.getRuntime().addShutdownHook(new Thread(folder::deleteAtExit, "delete " + folder.path));
    return folder;
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    FolderDeletion.tryDelete(path);
  }

  private void deleteAtExit() {
    for (int attempt = 0; attempt < TRIES && !FolderDeletion.tryDelete(path); attempt++) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
