package dev.slowhour.job.store;

import dev.slowhour.core.evidence.EvidenceItem;
import dev.slowhour.core.evidence.NumberText;
import dev.slowhour.core.evidence.Summary;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.output.VerdictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** A window and what belongs to it, as rows. Columns are named as the fields of the files. */
final class WindowTables {

  /** What all of them begin with: the key of the window. */
  static final List<String> KEY = List.of("tenant_id", "endpoint_id", "window_start");

  static final RowTable<StoredWindow> WINDOWS =
      new RowTable<>(
          "windows",
          with(
              key(row -> row),
              List.of(
                  Column.ofText(
                      "window_key", row -> VerdictJson.windowKey(row.window(), row.zone())),
                  Column.ofText("accel_pool", row -> row.window().accelPool()),
                  Column.ofText("verdict", row -> row.window().verdict().text()),
                  Column.ofTexts("also_found", row -> alsoFound(row.window())),
                  Column.ofCount("request_count", row -> row.window().requestCount()),
                  Column.ofCount("slo_miss_count", row -> row.window().sloMissCount()),
                  Column.ofNumber("slo_miss_pct", row -> Optional.of(row.judged().sloMissPct())),
                  Column.ofCount("peak_concurrency", row -> row.window().concurrency().peak()),
                  Column.ofCount(
                      "max_concurrency", row -> row.window().contract().maxConcurrency()),
                  Column.ofCount(
                      "over_concurrency_minutes", row -> row.window().overConcurrencyMinutes()),
                  Column.ofCount(
                      "misses_in_over_concurrency", row -> row.window().missesInOverConcurrency()),
                  Column.ofCount(
                      "misses_with_long_input", row -> row.window().longInputMissCount()),
                  Column.ofText("verdict_at_slo", row -> row.window().verdictAtSlo().text()),
                  Column.ofCount(
                      "peak_concurrency_at_slo", row -> row.window().concurrencyAtSlo().peak()),
                  Column.ofCount(
                      "over_concurrency_minutes_at_slo",
                      row -> row.window().overConcurrencyMinutesAtSlo()),
                  Column.ofCount(
                      "misses_in_over_concurrency_at_slo",
                      row -> row.window().missesInOverConcurrencyAtSlo()),
                  Column.ofTime(
                      "worst_minute", row -> worstMinute(row.window()).map(row.window()::minute)),
                  Column.ofOptionalCount(
                      "worst_minute_misses",
                      row ->
                          worstMinute(row.window())
                              .map(minute -> (long) row.window().sloMisses()[minute])),
                  Column.ofNumber(
                      "kv_cache_util_at_worst",
                      row -> row.shownLook().flatMap(PoolLook::kvCacheUtilAtWorst)),
                  Column.ofNumber(
                      "kv_cache_util_prev_hour_avg",
                      row -> row.shownLook().flatMap(PoolLook::kvCacheUtilPrevHourAvg)),
                  Column.ofOptionalCount(
                      "queued_at_worst", row -> row.shownLook().flatMap(PoolLook::queuedAtWorst)),
                  Column.ofNumber(
                      "queued_prev_hour_avg",
                      row -> row.shownLook().flatMap(PoolLook::queuedPrevHourAvg)),
                  Column.ofOptionalCount(
                      "other_tenant_requests_at_worst",
                      row -> row.shownLook().map(PoolLook::otherTenantRequestsAtWorst)),
                  Column.ofNumber(
                      "other_tenant_requests_prev_hour_avg",
                      row -> row.shownLook().map(PoolLook::otherTenantRequestsPrevHourAvg)),
                  Column.ofNumber(
                      "other_tenant_requests_ratio",
                      row -> row.shownLook().flatMap(PoolLook::otherTenantRequestsRatio)),
                  Column.ofText("summary", row -> Summary.of(row.judged(), row.zone())),
                  Column.ofCount("revision", row -> row.judged().revision()))));

  static final RowTable<StoredWindow.Minute> MINUTES =
      new RowTable<>(
          "minutes",
          with(
              key(StoredWindow.Minute::of),
              List.of(
                  Column.ofTime("minute", row -> Optional.of(row.window().minute(row.index()))),
                  Column.ofText("accel_pool", row -> row.window().accelPool()),
                  Column.ofCount("requests", row -> row.window().requests()[row.index()]),
                  Column.ofCount("slo_misses", row -> row.window().sloMisses()[row.index()]),
                  Column.ofCount(
                      "misses_with_long_input",
                      row -> row.window().missesWithLongInput()[row.index()]),
                  Column.ofCount(
                      "peak_concurrency",
                      row -> row.window().concurrency().perMinute()[row.index()]),
                  Column.ofCount(
                      "peak_concurrency_at_slo",
                      row -> row.window().concurrencyAtSlo().perMinute()[row.index()]),
                  Column.ofCount(
                      "max_concurrency", row -> row.window().contract().maxConcurrency()),
                  Column.ofTruth(
                      "over_concurrency",
                      row ->
                          row.window().concurrency().perMinute()[row.index()]
                              > row.window().contract().maxConcurrency()),
                  Column.ofNumber(
                      "kv_cache_util",
                      row -> Optional.ofNullable(row.of().judged().kvCacheUtil()[row.index()])),
                  Column.ofOptionalCount(
                      "queued_requests",
                      row -> Optional.ofNullable(row.of().judged().queuedRequests()[row.index()])),
                  Column.ofCount(
                      "other_tenant_requests",
                      row -> row.of().judged().otherTenantRequests()[row.index()]))));

  static final RowTable<StoredWindow.Evidence> EVIDENCE =
      new RowTable<>(
          "evidence",
          with(
              key(StoredWindow.Evidence::of),
              List.of(
                  new Column<>("position", "integer", row -> Integer.toString(row.position())),
                  Column.ofText("source_table", row -> row.item().table()),
                  Column.ofOptionalText("source_row", row -> row.item().row()),
                  Column.ofText("field", row -> row.item().field()),
                  Column.ofOptionalText("value", WindowTables::valueText),
                  Column.ofNumber("value_number", row -> row.item().value().number()),
                  Column.ofOptionalText("agg", row -> row.item().agg()),
                  Column.ofOptionalText("filter", row -> row.item().filter()))));

  static final RowTable<StoredWindow.Note> NOTES =
      new RowTable<>(
          "notes",
          with(
              key(StoredWindow.Note::of),
              List.of(
                  new Column<>("position", "integer", row -> Integer.toString(row.position())),
                  Column.ofText("note", StoredWindow.Note::text))));

  /** What belongs to a window and is replaced with it. */
  static final List<RowTable<?>> PARTS = List.of(MINUTES, EVIDENCE, NOTES);

  private WindowTables() {}

  private static <R> List<Column<R>> key(Function<R, StoredWindow> window) {
    return List.of(
        Column.ofText("tenant_id", row -> window.apply(row).window().endpoint().tenantId()),
        Column.ofText("endpoint_id", row -> window.apply(row).window().endpoint().endpointId()),
        Column.ofTime(
            "window_start", row -> Optional.of(window.apply(row).window().windowStart())));
  }

  private static <R> List<Column<R>> with(List<Column<R>> first, List<Column<R>> others) {
    List<Column<R>> all = new ArrayList<>(first);
    all.addAll(others);
    return List.copyOf(all);
  }

  private static List<String> alsoFound(EndpointWindow window) {
    return window.alsoLongInput() ? List.of(Verdict.LONG_INPUT.text()) : List.of();
  }

  private static Optional<Integer> worstMinute(EndpointWindow window) {
    OptionalInt worst = window.worstMinuteIndex();
    return worst.isPresent() ? Optional.of(worst.getAsInt()) : Optional.empty();
  }

  private static Optional<String> valueText(StoredWindow.Evidence row) {
    EvidenceItem.Value value = row.item().value();
    return value
        .instant()
        .map(row.of().zone()::instantText)
        .or(() -> value.number().map(NumberText::shortest));
  }
}
