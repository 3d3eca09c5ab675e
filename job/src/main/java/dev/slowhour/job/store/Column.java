package dev.slowhour.job.store;

import dev.slowhour.core.evidence.NumberText;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A column, and what a row has in it.
 *
 * @param name its name
 * @param type its type in SQL
 * @param text the value as the type is written; null for no value
 */
record Column<R>(String name, String type, Function<R, String> text) {

  static <R> Column<R> ofText(String name, Function<R, String> value) {
    return new Column<>(name, "text", value);
  }

  static <R> Column<R> ofOptionalText(String name, Function<R, Optional<String>> value) {
    return new Column<>(name, "text", row -> value.apply(row).orElse(null));
  }

  static <R> Column<R> ofCount(String name, Function<R, Number> value) {
    return new Column<>(name, "bigint", row -> Long.toString(value.apply(row).longValue()));
  }

  static <R> Column<R> ofOptionalCount(String name, Function<R, Optional<Long>> value) {
    return new Column<>(
        name, "bigint", row -> value.apply(row).map(count -> Long.toString(count)).orElse(null));
  }

  static <R> Column<R> ofNumber(String name, Function<R, Optional<BigDecimal>> value) {
    return new Column<>(
        name, "numeric", row -> value.apply(row).map(NumberText::shortest).orElse(null));
  }

  static <R> Column<R> ofTime(String name, Function<R, Optional<Instant>> value) {
    return new Column<>(
        name, "timestamptz", row -> value.apply(row).map(Instant::toString).orElse(null));
  }

  static <R> Column<R> ofTruth(String name, Function<R, Boolean> value) {
    return new Column<>(name, "boolean", row -> value.apply(row) ? "t" : "f");
  }

  /** Texts that need no more quoting than double quotes: sentences and names of columns. */
  static <R> Column<R> ofTexts(String name, Function<R, List<String>> values) {
    return new Column<>(
        name,
        "text[]",
        row ->
            values.apply(row).stream()
                .map(value -> "\"" + value + "\"")
                .collect(Collectors.joining(",", "{", "}")));
  }
}
