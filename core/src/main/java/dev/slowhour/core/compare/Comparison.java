package dev.slowhour.core.compare;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The same hours under two configurations. Only hours in which both have a window are compared: an
 * hour that one of them never ran tells nothing of the other.
 *
 * @param hours the hours that are compared
 * @param windows all windows of these hours, in their order
 * @param goodput by tenant, in the order of their ids
 * @param failuresBefore whether the input before told of requests that were not answered
 * @param failuresAfter the same after
 * @param leftOutBefore windows of other hours before
 * @param leftOutAfter the same after
 */
public record Comparison(
    SortedSet<Instant> hours,
    List<WindowChange> windows,
    SortedMap<String, TenantGoodput> goodput,
    boolean failuresBefore,
    boolean failuresAfter,
    long leftOutBefore,
    long leftOutAfter) {

  /** A tenant's goodput over all its endpoints in the hours that are compared. */
  public record TenantGoodput(Goodput before, Goodput after) {}

  /** Compares. */
  public static Comparison of(JudgedSide before, JudgedSide after) {
    SortedSet<Instant> hours = hours(before);
    hours.retainAll(hours(after));
    Map<WindowKey, WindowFigures> left = within(hours, before.windows());
    Map<WindowKey, WindowFigures> right = within(hours, after.windows());
    SortedSet<WindowKey> keys = new TreeSet<>(left.keySet());
    keys.addAll(right.keySet());
    return new Comparison(
        hours,
        keys.stream()
            .map(
                key ->
                    new WindowChange(
                        key,
                        Optional.ofNullable(left.get(key)),
                        Optional.ofNullable(right.get(key))))
            .toList(),
        goodput(hours, before, after),
        before.failures().isPresent(),
        after.failures().isPresent(),
        before.windows().size() - left.size(),
        after.windows().size() - right.size());
  }

  private static SortedSet<Instant> hours(JudgedSide side) {
    SortedSet<Instant> hours = new TreeSet<>();
    side.windows().forEach(window -> hours.add(window.key().windowStart()));
    return hours;
  }

  private static Map<WindowKey, WindowFigures> within(
      SortedSet<Instant> hours, Collection<WindowFigures> windows) {
    Map<WindowKey, WindowFigures> within = new TreeMap<>();
    for (WindowFigures window : windows) {
      if (hours.contains(window.key().windowStart()) && within.put(window.key(), window) != null) {
        throw new IllegalArgumentException("two windows " + window.key());
      }
    }
    return within;
  }

  private static SortedMap<String, TenantGoodput> goodput(
      SortedSet<Instant> hours, JudgedSide before, JudgedSide after) {
    SortedMap<String, Goodput> left = goodput(hours, before);
    SortedMap<String, Goodput> right = goodput(hours, after);
    Goodput none = Goodput.none(seconds(hours));
    SortedMap<String, TenantGoodput> both = byTenant();
    Stream.of(left, right)
        .flatMap(side -> side.keySet().stream())
        .forEach(
            tenant ->
                both.put(
                    tenant,
                    new TenantGoodput(
                        left.getOrDefault(tenant, none), right.getOrDefault(tenant, none))));
    return both;
  }

  private static SortedMap<String, Goodput> goodput(SortedSet<Instant> hours, JudgedSide side) {
    Goodput none = Goodput.none(seconds(hours));
    SortedMap<String, Goodput> goodput = byTenant();
    for (WindowFigures window : side.windows()) {
      if (hours.contains(window.key().windowStart())) {
        goodput.merge(
            window.key().endpoint().tenantId(),
            none.plus(window.asSent()),
            (sum, first) -> sum.plus(window.asSent()));
      }
    }
    side.failures().stream()
        .flatMap(List::stream)
        .filter(failures -> hours.contains(failures.windowStart()))
        .forEach(
            failures ->
                goodput.merge(
                    failures.tenantId(),
                    none.plusFailed(failures.count()),
                    (sum, first) -> sum.plusFailed(failures.count())));
    return goodput;
  }

  private static long seconds(SortedSet<Instant> hours) {
    return Math.max(1, hours.size() * ReportZone.HOUR_SECONDS);
  }

  private static <T> SortedMap<String, T> byTenant() {
    return new TreeMap<>((Comparator<String>) CodePointOrder::compare);
  }

  /** The verdicts that changed, by that reading. */
  public List<WindowChange> flipped(VerdictReading reading) {
    return windows.stream().filter(window -> window.flip(reading).isPresent()).toList();
  }

  /** The windows that were isolation failures before, by that reading. */
  public List<WindowChange> firstIsolationFailures(VerdictReading reading) {
    return windows.stream().filter(window -> window.wasIsolationFailure(reading)).toList();
  }
}
