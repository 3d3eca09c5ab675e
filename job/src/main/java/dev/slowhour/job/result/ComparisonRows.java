package dev.slowhour.job.result;

import static dev.slowhour.core.compare.VerdictReading.AT_SLO;
import static dev.slowhour.core.compare.VerdictReading.BY_RULE;

import dev.slowhour.core.compare.Comparison;
import dev.slowhour.core.compare.Goodput;
import dev.slowhour.core.compare.MinuteChange;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** What a comparison comes to as rows. */
public final class ComparisonRows {

  private ComparisonRows() {}

  /**
   * A tenant's goodput under one configuration.
   *
   * @param side {@code before} or {@code after}
   * @param configuration what it is called
   * @param tellsOfFailures whether anything is known of requests that were not answered
   */
  public record TenantRow(
      String side,
      String configuration,
      boolean tellsOfFailures,
      String tenantId,
      Goodput goodput) {}

  /** The goodput of each tenant, before and after. */
  public static List<TenantRow> goodput(Comparison comparison, String before, String after) {
    List<TenantRow> rows = new ArrayList<>();
    comparison
        .goodput()
        .forEach(
            (tenant, both) -> {
              rows.add(
                  new TenantRow(
                      "before", before, comparison.failuresBefore(), tenant, both.before()));
              rows.add(
                  new TenantRow("after", after, comparison.failuresAfter(), tenant, both.after()));
            });
    return rows;
  }

  /** The fields of a window before and after. */
  public static List<RowField<WindowChange>> windowFields() {
    List<RowField<WindowChange>> fields = new ArrayList<>(WindowFields.key(WindowChange::key));
    fields.add(WindowFields.verdict("verdict_before", BY_RULE, WindowChange::before));
    fields.add(WindowFields.verdict("verdict_after", BY_RULE, WindowChange::after));
    fields.add(WindowFields.verdict("verdict_at_slo_before", AT_SLO, WindowChange::before));
    fields.add(WindowFields.verdict("verdict_at_slo_after", AT_SLO, WindowChange::after));
    fields.addAll(
        WindowFields.counts(
            List.of(
                new WindowFields.Side<>("_before", WindowChange::before),
                new WindowFields.Side<>("_after", WindowChange::after))));
    addFlip(fields, "", BY_RULE);
    addFlip(fields, "_at_slo", AT_SLO);
    return List.copyOf(fields);
  }

  private static void addFlip(
      List<RowField<WindowChange>> fields, String suffix, VerdictReading reading) {
    fields.add(
        RowField.truth("is_changed" + suffix, row -> Optional.of(row.flip(reading).isPresent())));
    fields.add(
        RowField.text(
            "parting_test" + suffix,
            row -> row.flip(reading).map(flip -> WindowFields.name(flip.test()))));
    addMargin(fields, "margin" + suffix + "_before", reading, flip -> flip.before().value());
    addMargin(fields, "margin" + suffix + "_after", reading, flip -> flip.after().value());
    addMargin(fields, "noise" + suffix + "_before", reading, flip -> flip.before().noise());
    addMargin(fields, "noise" + suffix + "_after", reading, flip -> flip.after().noise());
    fields.add(
        RowField.truth(
            "is_marginal" + suffix, row -> row.flip(reading).map(WindowChange.Flip::isMarginal)));
  }

  private static void addMargin(
      List<RowField<WindowChange>> fields,
      String name,
      VerdictReading reading,
      ToLongFunction<WindowChange.Flip> of) {
    fields.add(RowField.count(name, row -> row.flip(reading).map(of::applyAsLong)));
  }

  /** The fields of a tenant's goodput. */
  public static List<RowField<TenantRow>> goodputFields() {
    return List.of(
        RowField.text("side", row -> Optional.of(row.side())),
        RowField.text("configuration", row -> Optional.of(row.configuration())),
        RowField.text("tenant_id", row -> Optional.of(row.tenantId())),
        RowField.count("within_slo", row -> Optional.of(row.goodput().withinSlo())),
        RowField.count("answered", row -> Optional.of(row.goodput().answered())),
        RowField.count(
            "failed",
            row -> row.tellsOfFailures() ? Optional.of(row.goodput().failed()) : Optional.empty()),
        RowField.count("seconds", row -> Optional.of(row.goodput().seconds())),
        RowField.number("goodput_per_second", row -> Optional.of(row.goodput().perSecond())),
        RowField.number("goodput_share", row -> row.goodput().shareOfOffered()));
  }

  /** The fields of a minute that changes. */
  public static List<RowField<MinuteChange>> minuteFields() {
    List<RowField<MinuteChange>> fields = new ArrayList<>(WindowFields.key(MinuteChange::window));
    fields.add(RowField.time("minute", MinuteChange::minute));
    addPeak(fields, "max_concurrency", MinuteChange::maxConcurrency);
    addPeak(fields, "peak_concurrency_before", row -> row.before().asSent());
    addPeak(fields, "peak_concurrency_after", row -> row.after().asSent());
    addPeak(fields, "peak_concurrency_at_slo_before", row -> row.before().atSlo());
    addPeak(fields, "peak_concurrency_at_slo_after", row -> row.after().atSlo());
    return List.copyOf(fields);
  }

  private static void addPeak(
      List<RowField<MinuteChange>> fields, String name, ToLongFunction<MinuteChange> of) {
    fields.add(RowField.count(name, row -> Optional.of(of.applyAsLong(row))));
  }
}
