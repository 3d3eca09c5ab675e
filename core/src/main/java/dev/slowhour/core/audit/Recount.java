package dev.slowhour.core.audit;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** What the raw rows say: which windows there are, and the figures of each. */
final class Recount {

  private final ReportZone zone;
  private final Duration maxRequestDuration;
  private final ContractVersions contracts;
  private final PoolCells poolCells;
  private final PoolRequests poolRequests = new PoolRequests();
  private final TenantNames names = new TenantNames();
  private final Map<EndpointId, NavigableMap<Instant, HourRows>> hours = new HashMap<>();
  private final SortedSet<WindowId> windows = new TreeSet<>();

  private Recount(RawRows rows, JudgeSettings settings) {
    zone = settings.reportZone();
    maxRequestDuration = settings.maxRequestDuration();
    contracts = new ContractVersions(rows.contracts());
    poolCells = rows.poolCells();
    rows.contracts().forEach(names::add);
    rows.requests()
        .forEach(
            (hour, readable) -> {
              EndpointId endpoint = hour.endpoint();
              HourRows counting = HourRows.of(readable);
              names.add(endpoint.tenantId());
              hours.computeIfAbsent(endpoint, e -> new TreeMap<>()).put(hour.start(), counting);
              counting.rows().forEach(row -> poolRequests.add(endpoint.tenantId(), row));
              if (settings.isJudged(hour.start())
                  && contracts.inForce(endpoint, hour.start()).isPresent()) {
                windows.add(hour);
              }
            });
  }

  /**
   * Reads and excludes.
   *
   * @throws InputException when the input cannot be judged
   * @throws IOException when a file cannot be read
   */
  static Recount of(InputFiles files, JudgeSettings settings) throws InputException, IOException {
    return new Recount(RawRows.read(files, settings), settings);
  }

  ReportZone zone() {
    return zone;
  }

  TenantNames names() {
    return names;
  }

  /** The windows that the rows call for, in the order of the output. */
  SortedSet<WindowId> windows() {
    return windows;
  }

  /** The figures of a window; empty when the rows do not call for it. */
  Optional<RecountedWindow> window(WindowId id) {
    if (!windows.contains(id)) {
      return Optional.empty();
    }
    Contract contract = contracts.inForce(id.endpoint(), id.start()).orElseThrow();
    HourRows rows = hours.get(id.endpoint()).get(id.start());
    List<Interval> intervals = intervals(id);
    return Optional.of(
        new RecountedWindow(
            id,
            zone,
            contract,
            contracts.of(id.endpoint()),
            rows,
            Interval.overlap(intervals, Interval::length),
            Interval.overlap(intervals, Interval::lengthAtSlo),
            poolCells,
            poolRequests));
  }

  /** Of all rows of the endpoint that count: those that the hour could see in progress. */
  private List<Interval> intervals(WindowId id) {
    Instant earliest = id.start().minus(maxRequestDuration).minusSeconds(ReportZone.HOUR_SECONDS);
    List<Interval> intervals = new ArrayList<>();
    hours
        .get(id.endpoint())
        .subMap(earliest, true, id.start(), true)
        .forEach(
            (hour, rows) -> {
              Optional<Contract> contract = contracts.inForce(id.endpoint(), hour);
              for (Row row : rows.rows()) {
                intervals.add(
                    new Interval(
                        Duration.between(id.start(), row.arrivedAt()).toNanos(),
                        row.lengthNanos(),
                        contract.map(row::lengthAtSloNanos).orElse(row.lengthNanos())));
              }
            });
    return intervals;
  }

  /** A request in progress: nanoseconds from the start of an hour, and its two lengths. */
  private record Interval(long start, long length, long lengthAtSlo) {

    static Overlap overlap(List<Interval> intervals, ToLongFunction<Interval> length) {
      return new Overlap(
          intervals.stream().mapToLong(Interval::start).toArray(),
          intervals.stream().mapToLong(i -> i.start() + length.applyAsLong(i)).toArray());
    }
  }
}
