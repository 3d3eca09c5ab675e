package dev.slowhour.core.read;

import dev.slowhour.core.data.Notice;
import java.time.Instant;
import java.util.Optional;

/**
 * What became of the value of a record: a row, a notice, or (when it is blank) neither.
 *
 * @param <T> the table's row
 * @param rowOrNull the row
 * @param noticeOrNull the notice. Its hour is that of its own time, where that could be read: which
 *     records came before it is for others to know
 * @param instantOrNull the value's own time (arrived_at, minute), where it could be read
 */
public record ReadValue<T>(T rowOrNull, Notice noticeOrNull, Instant instantOrNull) {

  /** The row, when the value is one. */
  public Optional<T> row() {
    return Optional.ofNullable(rowOrNull);
  }

  /** The notice, when the value is neither a row nor blank. */
  public Optional<Notice> notice() {
    return Optional.ofNullable(noticeOrNull);
  }
}
