package dev.slowhour.core.judge;

import dev.slowhour.core.time.ReportZone;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * How a window's pool looked in its worst minute and in the 60 minutes before. Sums are exact;
 * averages are what is shown, rounded half up.
 *
 * @param kvCacheUtilAtWorstOrNull KV cache use in the worst minute, 0 to 1; null without a value
 * @param kvCacheUtilSum sum of the values that are there in the 60 minutes before
 * @param kvCacheUtilMinutes how many these are
 * @param queuedAtWorstOrNull requests waiting in the worst minute; null without a value
 * @param queuedSum sum of the values that are there in the 60 minutes before
 * @param queuedMinutes how many these are
 * @param otherTenantRequestsAtWorst requests of other tenants that arrived in the worst minute
 * @param otherTenantRequestsSum the same over the 60 minutes before
 * @param minuteBefore the metrics of the minute before the worst, to be quoted and never filled in
 * @param minuteAfter the metrics of the minute after the worst, likewise
 * @param minutesBeforeInput how many of the 60 minutes before end by the first arrival of the input
 */
public record PoolLook(
    BigDecimal kvCacheUtilAtWorstOrNull,
    BigDecimal kvCacheUtilSum,
    int kvCacheUtilMinutes,
    Long queuedAtWorstOrNull,
    long queuedSum,
    int queuedMinutes,
    long otherTenantRequestsAtWorst,
    long otherTenantRequestsSum,
    MinuteMetrics minuteBefore,
    MinuteMetrics minuteAfter,
    int minutesBeforeInput) {

  /**
   * The metrics of a minute.
   *
   * @param kvCacheUtilOrNull KV cache use, 0 to 1; null without a value
   * @param queuedRequestsOrNull requests waiting; null without a value
   */
  public record MinuteMetrics(BigDecimal kvCacheUtilOrNull, Long queuedRequestsOrNull) {

    /** Whether the minute has no value at all. */
    public boolean isEmpty() {
      return kvCacheUtilOrNull == null && queuedRequestsOrNull == null;
    }

    /** KV cache use, 0 to 1. */
    public Optional<BigDecimal> kvCacheUtil() {
      return Optional.ofNullable(kvCacheUtilOrNull);
    }

    /** Requests waiting. */
    public Optional<Long> queuedRequests() {
      return Optional.ofNullable(queuedRequestsOrNull);
    }
  }

  private static final BigDecimal MINUTES = BigDecimal.valueOf(ReportZone.HOUR_MINUTES);

  /** KV cache use in the worst minute, 0 to 1. */
  public Optional<BigDecimal> kvCacheUtilAtWorst() {
    return Optional.ofNullable(kvCacheUtilAtWorstOrNull);
  }

  /** Requests waiting in the worst minute. */
  public Optional<Long> queuedAtWorst() {
    return Optional.ofNullable(queuedAtWorstOrNull);
  }

  /** Mean KV cache use of the 60 minutes before, to two places; empty without any value. */
  public Optional<BigDecimal> kvCacheUtilPrevHourAvg() {
    return kvCacheUtilMinutes == 0
        ? Optional.empty()
        : Optional.of(divide(kvCacheUtilSum, BigDecimal.valueOf(kvCacheUtilMinutes), 2));
  }

  /** Mean of waiting requests of the 60 minutes before, to one place; empty without any value. */
  public Optional<BigDecimal> queuedPrevHourAvg() {
    return queuedMinutes == 0
        ? Optional.empty()
        : Optional.of(divide(BigDecimal.valueOf(queuedSum), BigDecimal.valueOf(queuedMinutes), 1));
  }

  /** Other tenants' requests per minute over the 60 minutes before, to one place. */
  public BigDecimal otherTenantRequestsPrevHourAvg() {
    return divide(BigDecimal.valueOf(otherTenantRequestsSum), MINUTES, 1);
  }

  /** Whether other tenants sent more in the worst minute than on average before, exactly. */
  public boolean didOtherTenantRequestsRise() {
    return otherTenantRequestsAtWorst * ReportZone.HOUR_MINUTES > otherTenantRequestsSum;
  }

  /**
   * Other tenants' requests at worst over their average, from the exact sum, to one place; empty
   * when there was none before.
   */
  public Optional<BigDecimal> otherTenantRequestsRatio() {
    return otherTenantRequestsSum == 0
        ? Optional.empty()
        : Optional.of(
            divide(
                BigDecimal.valueOf(otherTenantRequestsAtWorst).multiply(MINUTES),
                BigDecimal.valueOf(otherTenantRequestsSum),
                1));
  }

  private static BigDecimal divide(BigDecimal dividend, BigDecimal divisor, int places) {
    return dividend.divide(divisor, places, RoundingMode.HALF_UP);
  }
}
