package dev.slowhour.core.read;

import dev.slowhour.core.data.NoticeCode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What became of one line: a row, or a fault. */
public sealed interface Reading<T> {

  /** The line is a row of its table. */
  record Row<T>(T row) implements Reading<T> {}

  /**
   * The line does not count.
   *
   * @param code why
   * @param fields the columns at fault, in schema order; empty when the line as a whole is
   * @param tenantId the line's tenant where it could be read
   * @param endpointId the line's endpoint where it could be read
   * @param instant the line's own time (arrived_at, minute) where it could be read
   */
  record Fault<T>(
      NoticeCode code,
      List<String> fields,
      Optional<String> tenantId,
      Optional<String> endpointId,
      Optional<Instant> instant)
      implements Reading<T> {

    static <T> Fault<T> malformed(NoticeCode code) {
      return new Fault<>(code, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }
}
