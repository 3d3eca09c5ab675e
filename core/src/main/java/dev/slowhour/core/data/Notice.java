package dev.slowhour.core.data;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is said, once, about a line that does not count.
 *
 * @param table the table that the line belongs to
 * @param place where it stood
 * @param code why it does not count
 * @param fields the columns at fault, in schema order; empty when the line as a whole is
 * @param tenantIdOrNull the line's tenant where it could be read
 * @param endpointIdOrNull the line's endpoint where it could be read
 * @param windowStartOrNull the start of the hour that the line belongs to, or of the nearest
 *     earlier line of its file that tells one; null when none does or the table has no hours
 * @param rawLineOrNull the line as {@link RawLine} shows it; null where it is still to be looked up
 *     by its place
 */
public record Notice(
    Table table,
    Place place,
    NoticeCode code,
    List<String> fields,
    String tenantIdOrNull,
    String endpointIdOrNull,
    Instant windowStartOrNull,
    String rawLineOrNull) {

  /** The line's tenant, where it could be read. */
  public Optional<String> tenantId() {
    return Optional.ofNullable(tenantIdOrNull);
  }

  /** The line's endpoint, where it could be read. */
  public Optional<String> endpointId() {
    return Optional.ofNullable(endpointIdOrNull);
  }

  /** The start of the hour that the line belongs to. */
  public Optional<Instant> windowStart() {
    return Optional.ofNullable(windowStartOrNull);
  }

  /** The line itself, shortened and harmless to print. */
  public Optional<String> rawLine() {
    return Optional.ofNullable(rawLineOrNull);
  }
}
