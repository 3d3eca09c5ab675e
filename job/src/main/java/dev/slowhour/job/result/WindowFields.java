package dev.slowhour.job.result;

import dev.slowhour.core.compare.Counts;
import dev.slowhour.core.compare.RuleTest;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowFigures;
import dev.slowhour.core.compare.WindowKey;
import dev.slowhour.core.judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Fields that rows about windows share. */
final class WindowFields {

  private WindowFields() {}

  static <R> List<RowField<R>> key(Function<R, WindowKey> of) {
    return List.of(
        RowField.text("tenant_id", row -> Optional.of(of.apply(row).endpoint().tenantId())),
        RowField.text("endpoint_id", row -> Optional.of(of.apply(row).endpoint().endpointId())),
        RowField.time("window_start", row -> of.apply(row).windowStart()));
  }

  static <R> RowField<R> verdict(
      String name, VerdictReading reading, Function<R, Optional<WindowFigures>> of) {
    return RowField.text(
        name, row -> of.apply(row).map(window -> window.verdict(reading)).map(Verdict::text));
  }

  /** The five counts, each with the suffixes that the functions stand for, side by side. */
  static <R> List<RowField<R>> counts(List<Side<R>> sides) {
    List<RowField<R>> fields = new ArrayList<>();
    addCount(fields, "request_count", VerdictReading.BY_RULE, Counts::requests, sides);
    addCount(fields, "slo_miss_count", VerdictReading.BY_RULE, Counts::misses, sides);
    addCount(
        fields, "misses_in_over_concurrency", VerdictReading.BY_RULE, Counts::missesInOver, sides);
    addCount(
        fields,
        "misses_in_over_concurrency_at_slo",
        VerdictReading.AT_SLO,
        Counts::missesInOver,
        sides);
    addCount(
        fields,
        "misses_with_long_input",
        VerdictReading.BY_RULE,
        Counts::missesWithLongInput,
        sides);
    return fields;
  }

  /** One of the windows of a row, and what the names of its fields end with. */
  record Side<R>(String suffix, Function<R, Optional<WindowFigures>> window) {}

  private static <R> void addCount(
      List<RowField<R>> fields,
      String name,
      VerdictReading reading,
      ToLongFunction<Counts> count,
      List<Side<R>> sides) {
    for (Side<R> side : sides) {
      fields.add(
          RowField.count(
              name + side.suffix(),
              row ->
                  side.window()
                      .apply(row)
                      .map(window -> count.applyAsLong(window.counts(reading)))));
    }
  }

  static String name(RuleTest test) {
    return test.name().toLowerCase(Locale.ROOT);
  }
}
