package dev.slowhour.job.show;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * One minute of a window.
 *
 * @param minute its start with its offset, {@code 2026-10-13T10:17+09:00}
 * @param peakConcurrency the most requests in progress at any instant of it
 * @param peakConcurrencyAtSlo the same, had every request been answered just within its SLO
 * @param kvCacheUtil 0 to 1; empty where the minute has no value
 * @param queuedRequests empty where the minute has no value
 * @param otherTenantRequests empty unless the window is an isolation failure: of other tenants a
 *     customer sees nothing else
 */
public record MinuteRow(
    String minute,
    long requests,
    long sloMisses,
    long missesWithLongInput,
    long peakConcurrency,
    long peakConcurrencyAtSlo,
    boolean overConcurrency,
    Optional<BigDecimal> kvCacheUtil,
    Optional<BigDecimal> queuedRequests,
    Optional<BigDecimal> otherTenantRequests) {

  /** The minute on the clock, {@code 10:17}. */
  public String clock() {
    return WindowRow.clock(minute);
  }
}
