package dev.slowhour.job.replay;

import dev.slowhour.core.data.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was sent.
 *
 * @param rows readable lines by table; closing rows are not among them
 * @param unreadable other lines by table
 * @param firstOrNull the time of the first of them; null when none has one
 * @param lastOrNull the time of the last
 * @param hours by how many hours instants were moved
 * @param closedAtOrNull when the closing rows complete; null without
 * @param brokenFiles files that break off, with the number of the line that is not whole
 */
public record ReplayResult(
    Map<Table, Long> rows,
    Map<Table, Long> unreadable,
    Instant firstOrNull,
    Instant lastOrNull,
    long hours,
    Instant closedAtOrNull,
    List<String> brokenFiles) {

  /** Lines of the table, readable or not. */
  public long sent(Table table) {
    return rows.getOrDefault(table, 0L) + unreadable(table);
  }

  /** Lines of the table that could not be read. */
  public long unreadable(Table table) {
    return unreadable.getOrDefault(table, 0L);
  }

  /** The time of the first line that has one. */
  public Optional<Instant> first() {
    return Optional.ofNullable(firstOrNull);
  }

  /** The time of the last. */
  public Optional<Instant> last() {
    return Optional.ofNullable(lastOrNull);
  }

  /** When the closing rows complete. */
  public Optional<Instant> closedAt() {
    return Optional.ofNullable(closedAtOrNull);
  }
}
