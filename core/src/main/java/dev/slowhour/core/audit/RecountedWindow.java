package dev.slowhour.core.audit;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.time.ReportZone;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The figures of one window, from the rows that count. */
final class RecountedWindow {

  private final WindowId id;
  private final ReportZone zone;
  private final Contract contract;
  private final List<Contract> versions;
  private final HourRows hour;
  private final Overlap overlap;
  private final Overlap overlapAtSlo;
  private final PoolCells poolCells;
  private final PoolRequests poolRequests;
  private final List<Row> misses;
  private final long[] missesByMinute = new long[Overlap.HOUR_MINUTES];
  private final VerdictName verdict;
  private final VerdictName verdictAtSlo;

  RecountedWindow(
      WindowId id,
      ReportZone zone,
      Contract contract,
      List<Contract> versions,
      HourRows hour,
      Overlap overlap,
      Overlap overlapAtSlo,
      PoolCells poolCells,
      PoolRequests poolRequests) {
    this.id = id;
    this.zone = zone;
    this.contract = contract;
    this.versions = versions;
    this.hour = hour;
    this.overlap = overlap;
    this.overlapAtSlo = overlapAtSlo;
    this.poolCells = poolCells;
    this.poolRequests = poolRequests;
    misses = hour.rows().stream().filter(row -> row.misses(contract)).toList();
    misses.forEach(row -> missesByMinute[minuteOf(row)]++);
    verdict = verdict(missesInOverMinutes());
    verdictAtSlo = verdict(missesInOverMinutesAtSlo());
  }

  private VerdictName verdict(long inOverMinutes) {
    return VerdictName.of(requestCount(), missCount(), inOverMinutes, missesWithLongInput());
  }

  WindowId id() {
    return id;
  }

  String tenantId() {
    return id.endpoint().tenantId();
  }

  String endpointId() {
    return id.endpoint().endpointId();
  }

  ReportZone zone() {
    return zone;
  }

  WindowLabel label() {
    return new WindowLabel(windowKey(), tenantId(), endpointId(), zone.minuteText(id.start()));
  }

  String windowKey() {
    return endpointId() + "/" + zone.hourText(id.start());
  }

  String pool() {
    return hour.pool();
  }

  /** The version of the contract in force. */
  Contract contract() {
    return contract;
  }

  /** All versions of the endpoint's contract. */
  List<Contract> versions() {
    return versions;
  }

  List<Row> rows() {
    return hour.rows();
  }

  List<Row> misses() {
    return misses;
  }

  Overlap overlap() {
    return overlap;
  }

  Overlap overlapAtSlo() {
    return overlapAtSlo;
  }

  PoolCells poolCells() {
    return poolCells;
  }

  /** The minute of the hour, 0 to 59, in which a request arrived. */
  int minuteOf(Row row) {
    return (int) ((row.epochSecond() - id.start().getEpochSecond()) / Overlap.MINUTE_SECONDS);
  }

  Instant startOfMinute(int minute) {
    return id.start().plus(Duration.ofMinutes(minute));
  }

  long requestCount() {
    return rows().size();
  }

  long missCount() {
    return misses.size();
  }

  BigDecimal missPct() {
    return BigDecimal.valueOf(missCount() * 100)
        .divide(BigDecimal.valueOf(requestCount()), 1, RoundingMode.HALF_UP);
  }

  long overMinutes() {
    return overlap.minutesOver(contract.maxConcurrency());
  }

  long overMinutesAtSlo() {
    return overlapAtSlo.minutesOver(contract.maxConcurrency());
  }

  boolean arrivedInOverMinute(Row row) {
    return overlap.peakOfMinute(minuteOf(row)) > contract.maxConcurrency();
  }

  boolean hasLongInput(Row row) {
    return row.inputTokens() > contract.maxInputTokens();
  }

  long missesInOverMinutes() {
    return misses(this::arrivedInOverMinute);
  }

  long missesInOverMinutesAtSlo() {
    return misses(row -> overlapAtSlo.peakOfMinute(minuteOf(row)) > contract.maxConcurrency());
  }

  long missesWithLongInput() {
    return misses(this::hasLongInput);
  }

  long missesInMinute(int minute) {
    return missesByMinute[minute];
  }

  private long misses(Predicate<Row> which) {
    return misses.stream().filter(which).count();
  }

  VerdictName verdict() {
    return verdict;
  }

  VerdictName verdictAtSlo() {
    return verdictAtSlo;
  }

  boolean alsoHasLongInput() {
    return verdict == VerdictName.OVER_CONCURRENCY && missesWithLongInput() * 2 >= missCount();
  }

  /** The minute of the hour with most misses, the earliest on a tie; empty within SLO. */
  Optional<Integer> worstMinute() {
    if (verdict == VerdictName.WITHIN_SLO) {
      return Optional.empty();
    }
    int worst = 0;
    for (int minute = 1; minute < missesByMinute.length; minute++) {
      if (missesByMinute[minute] > missesByMinute[worst]) {
        worst = minute;
      }
    }
    return Optional.of(worst);
  }

  /** The start of the worst minute; empty within SLO. */
  Optional<Instant> worstInstant() {
    return worstMinute().map(this::startOfMinute);
  }

  /** The start of the worst minute when the pool figures of it are shown: for verdict 4. */
  Optional<Instant> isolationMinute() {
    return verdict == VerdictName.ISOLATION_FAILURE ? worstInstant() : Optional.empty();
  }

  Optional<BigDecimal> poolValueAtWorst(PoolCells.Column column) {
    return isolationMinute().flatMap(minute -> poolCells.at(column, pool(), minute));
  }

  Optional<BigDecimal> poolAverageBeforeWorst(PoolCells.Column column) {
    return isolationMinute().flatMap(minute -> poolCells.averageBefore(column, pool(), minute));
  }

  Optional<Long> othersAtWorst() {
    return isolationMinute().map(minute -> othersFrom(minute, 1));
  }

  /** Requests of other tenants in the 60 minutes before the worst one. */
  Optional<Long> othersBeforeWorst() {
    return isolationMinute()
        .map(minute -> othersFrom(minute.minusSeconds(ReportZone.HOUR_SECONDS), 60));
  }

  Optional<BigDecimal> othersAverageBeforeWorst() {
    return othersBeforeWorst()
        .map(
            sum -> BigDecimal.valueOf(sum).divide(BigDecimal.valueOf(60), 1, RoundingMode.HALF_UP));
  }

  /** At worst × 60 ÷ the sum before; empty when that is 0. */
  Optional<BigDecimal> othersRatio() {
    return othersBeforeWorst()
        .filter(sum -> sum != 0)
        .flatMap(
            sum ->
                othersAtWorst()
                    .map(
                        atWorst ->
                            BigDecimal.valueOf(atWorst * 60)
                                .divide(BigDecimal.valueOf(sum), 1, RoundingMode.HALF_UP)));
  }

  long othersInMinute(int minute) {
    return othersFrom(startOfMinute(minute), 1);
  }

  private long othersFrom(Instant from, int minutes) {
    return poolRequests.ofOthers(tenantId(), pool(), from, minutes);
  }
}
