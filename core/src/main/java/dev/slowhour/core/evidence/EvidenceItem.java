package dev.slowhour.core.evidence;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * One figure that anyone can look up or recount: a cell of a table, or with {@code agg} and {@code
 * filter} one figure over its rows.
 *
 * @param table the table's name
 * @param row the row's key; empty for a figure over rows
 * @param field the column that is quoted, averaged or counted
 * @param value the cell or the figure; neither where there is none
 * @param agg {@code count} or {@code avg}; empty for a cell
 * @param filter which rows, by the closed grammar of {@link Filters}; empty for a cell
 */
public record EvidenceItem(
    String table,
    Optional<String> row,
    String field,
    Value value,
    Optional<String> agg,
    Optional<String> filter) {

  /**
   * A value: a number, an instant, or nothing.
   *
   * @param number the number
   * @param instant the instant
   */
  public record Value(Optional<BigDecimal> number, Optional<Instant> instant) {

    static Value of(long number) {
      return of(BigDecimal.valueOf(number));
    }

    static Value of(BigDecimal number) {
      return new Value(Optional.of(number), Optional.empty());
    }

    static Value of(Instant instant) {
      return new Value(Optional.empty(), Optional.of(instant));
    }

    static Value of(Optional<BigDecimal> number) {
      return new Value(number, Optional.empty());
    }
  }

  static EvidenceItem cell(String table, String row, String field, Value value) {
    return new EvidenceItem(
        table, Optional.of(row), field, value, Optional.empty(), Optional.empty());
  }

  static EvidenceItem count(String field, long value, String filter) {
    return new EvidenceItem(
        "request_logs",
        Optional.empty(),
        field,
        Value.of(value),
        Optional.of("count"),
        Optional.of(filter));
  }

  static EvidenceItem average(String field, Optional<BigDecimal> value, String filter) {
    return new EvidenceItem(
        "pool_metrics",
        Optional.empty(),
        field,
        Value.of(value),
        Optional.of("avg"),
        Optional.of(filter));
  }
}
