package dev.slowhour.job.result;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * A field of a row of results: one name in JSON and as a column of the store.
 *
 * @param name its name
 * @param kind what its values are
 * @param value the value of a row; empty for null
 */
public record RowField<R>(String name, Kind kind, Function<R, Optional<?>> value) {

  /** What values are. */
  public enum Kind {
    /** {@link String}. */
    TEXT,
    /** {@link Long}. */
    COUNT,
    /** {@link BigDecimal}. */
    NUMBER,
    /** {@link Boolean}. */
    TRUTH,
    /** {@link Instant}, of a whole minute. */
    TIME
  }

  static <R> RowField<R> text(String name, Function<R, Optional<String>> value) {
    return new RowField<>(name, Kind.TEXT, value::apply);
  }

  static <R> RowField<R> count(String name, Function<R, Optional<Long>> value) {
    return new RowField<>(name, Kind.COUNT, value::apply);
  }

  static <R> RowField<R> number(String name, Function<R, Optional<BigDecimal>> value) {
    return new RowField<>(name, Kind.NUMBER, value::apply);
  }

  static <R> RowField<R> truth(String name, Function<R, Optional<Boolean>> value) {
    return new RowField<>(name, Kind.TRUTH, value::apply);
  }

  static <R> RowField<R> time(String name, Function<R, Instant> value) {
    return new RowField<>(name, Kind.TIME, row -> Optional.of(value.apply(row)));
  }
}
