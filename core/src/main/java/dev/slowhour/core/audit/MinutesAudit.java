package dev.slowhour.core.audit;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.read.InstantText;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes the rows of {@code minutes.jsonl} one after another: exactly 60 a window, in order (check
 * 2), with the figures of their minute (checks 6, 10 and 11).
 */
final class MinutesAudit {

  private final Recount recount;
  private final Findings findings;
  private final Map<WindowId, BitSet> seen = new HashMap<>();
  private Optional<WindowId> previous = Optional.empty();
  private Optional<RecountedWindow> window = Optional.empty();
  private long position;

  MinutesAudit(Recount recount, Findings findings) {
    this.recount = recount;
    this.findings = findings;
  }

  /** Checks the next row. */
  void take(Object rowOrNull) {
    position++;
    Map<?, ?> row = rowOrNull instanceof Map<?, ?> fields ? fields : Map.of();
    Optional<Instant> minute = text(row, "minute").flatMap(InstantText::parseShown);
    Optional<String> tenant = text(row, "tenant_id");
    Optional<String> endpoint = text(row, "endpoint_id");
    if (minute.isEmpty() || tenant.isEmpty() || endpoint.isEmpty()) {
      out(Check.WINDOWS, row).fail(name(), rowOrNull, "a minute of an endpoint");
      return;
    }
    EndpointId id = new EndpointId(tenant.get(), endpoint.get());
    take(row, new WindowId(id, minute.get()));
  }

  private void take(Map<?, ?> row, WindowId minute) {
    if (previous.isPresent() && previous.get().compareTo(minute) >= 0) {
      out(Check.WINDOWS, row).fail(name(), "here", "before the one above it, and once");
    }
    previous = Optional.of(minute);
    Instant hour = recount.zone().hourOf(minute.start());
    WindowId id = new WindowId(minute.endpoint(), hour);
    if (window.isEmpty() || !window.get().id().equals(id)) {
      window = recount.window(id);
    }
    boolean isWholeMinute =
        text(row, "minute").equals(Optional.of(recount.zone().minuteText(minute.start())));
    if (window.isEmpty() || !isWholeMinute) {
      out(Check.WINDOWS, row).fail(name(), "a minute", "no window has it");
      return;
    }
    int index =
        (int) ((minute.start().getEpochSecond() - hour.getEpochSecond()) / Overlap.MINUTE_SECONDS);
    seen.computeIfAbsent(id, i -> new BitSet()).set(index);
    compare(row, window.get(), index);
  }

  private void compare(Map<?, ?> row, RecountedWindow recounted, int minute) {
    List<Row> arrived =
        recounted.rows().stream().filter(r -> recounted.minuteOf(r) == minute).toList();
    List<Row> missed = arrived.stream().filter(r -> r.misses(recounted.contract())).toList();
    long peak = recounted.overlap().peakOfMinute(minute);
    long max = recounted.contract().maxConcurrency();
    same(row, Check.WINDOWS, "accel_pool", recounted.pool());
    same(row, Check.CONCURRENCY, "requests", number(arrived.size()));
    same(row, Check.CONCURRENCY, "slo_misses", number(missed.size()));
    same(
        row,
        Check.CONCURRENCY,
        "misses_with_long_input",
        number(missed.stream().filter(recounted::hasLongInput).count()));
    same(row, Check.CONCURRENCY, "peak_concurrency", number(peak));
    same(
        row,
        Check.CONCURRENCY,
        "peak_concurrency_at_slo",
        number(recounted.overlapAtSlo().peakOfMinute(minute)));
    same(row, Check.CONCURRENCY, "max_concurrency", number(max));
    same(row, Check.CONCURRENCY, "over_concurrency", peak > max);
    for (PoolCells.Column column : PoolCells.Column.values()) {
      Optional<BigDecimal> value =
          recounted.poolCells().at(column, recounted.pool(), recounted.startOfMinute(minute));
      same(row, Check.EMPTY_METRICS, column.field(), value.orElse(null));
    }
    same(
        row,
        Check.OTHER_TENANTS,
        "other_tenant_requests",
        number(recounted.othersInMinute(minute)));
  }

  private void same(Map<?, ?> row, Check check, String field, Object recountedOrNull) {
    if (!row.containsKey(field)) {
      out(Check.WINDOWS, row).fail(name() + " " + field, "missing", "present");
    } else if (!new Cells.Cell(recountedOrNull).isQuotedAs(row.get(field))) {
      out(check, row).fail(name() + " " + field, row.get(field), recountedOrNull);
    }
  }

  /** Fails the windows whose rows are not 60. */
  void finish() {
    for (WindowId id : recount.windows()) {
      int minutes = seen.getOrDefault(id, new BitSet()).cardinality();
      if (minutes != Overlap.HOUR_MINUTES) {
        WindowLabel label = recount.window(id).orElseThrow().label();
        findings.of(Check.WINDOWS, label).fail("minutes", minutes, Overlap.HOUR_MINUTES);
      }
    }
  }

  private Findings.Window out(Check check, Map<?, ?> row) {
    return findings.of(
        check,
        new WindowLabel(
            WindowLabel.UNKNOWN,
            text(row, "tenant_id").orElse(WindowLabel.UNKNOWN),
            text(row, "endpoint_id").orElse(WindowLabel.UNKNOWN),
            text(row, "minute").orElse(WindowLabel.UNKNOWN)));
  }

  private String name() {
    return "minutes.jsonl row " + position;
  }

  private static BigDecimal number(long number) {
    return BigDecimal.valueOf(number);
  }

  private static Optional<String> text(Map<?, ?> row, String field) {
    return row.get(field) instanceof String text ? Optional.of(text) : Optional.empty();
  }
}
