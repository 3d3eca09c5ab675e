package dev.slowhour.job.batch;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.flink.util.FileUtils;

/** Deletes folders with all that is in them. */
final class FolderDeletion {

  private FolderDeletion() {}

  /**
   * Deletes the folder if it is there.
   *
   * @throws IOException when something in it cannot be deleted
   */
  static void delete(Path folder) throws IOException {
    // Made for folders that others delete files from at the same time.
    FileUtils.deleteDirectory(folder.toFile());
  }

  /** Deletes the folder if it is there, and tells whether it is gone. */
  static boolean tryDelete(Path folder) {
    try {
      delete(folder);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
