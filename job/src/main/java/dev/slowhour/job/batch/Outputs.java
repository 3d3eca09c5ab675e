package dev.slowhour.job.batch;

import dev.slowhour.job.store.StoreAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a run puts what it judged: a folder, the store, or both.
 *
 * @param folder where the judged files go; an earlier judged output there is replaced
 * @param store the store
 * @param replaces whether in the store rows that were judged from more are replaced too, and what
 *     the run does not produce of its hours is removed
 */
public record Outputs(Optional<Path> folder, Optional<StoreAddress> store, boolean replaces) {

  /** A folder alone. */
  public static Outputs folder(Path folder) {
    return new Outputs(Optional.of(folder), Optional.empty(), false);
  }
}
