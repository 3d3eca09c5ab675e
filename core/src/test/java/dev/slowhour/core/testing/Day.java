package dev.slowhour.core.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * An input day in memory with the settings under which it is judged.
 *
 * @param name what a failing test calls it
 * @param zone the report zone
 * @param bound B, the longest time that a request may take
 * @param fromOrNull the first hour that is judged; null: all from the first on
 * @param toOrNull the first hour that is judged no more; null: all to the last
 * @param requestFiles the request_logs files, in path order
 * @param poolMetrics the pool_metrics file
 * @param contracts the tenant_contracts file
 */
public record Day(
    String name,
    ZoneId zone,
    Duration bound,
    Instant fromOrNull,
    Instant toOrNull,
    List<DayFile> requestFiles,
    DayFile poolMetrics,
    DayFile contracts) {

  /** Takes a copy of the list. */
  public Day {
    requestFiles = List.copyOf(requestFiles);
  }

  /** The first hour that is judged. */
  public Optional<Instant> from() {
    return Optional.ofNullable(fromOrNull);
  }

  /** The first hour that is judged no more. */
  public Optional<Instant> to() {
    return Optional.ofNullable(toOrNull);
  }

  /** The name alone: the lines would bury what a test has to say. */
  @Override
  public String toString() {
    return name;
  }
}
