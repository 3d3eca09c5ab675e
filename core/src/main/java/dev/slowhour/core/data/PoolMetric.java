package dev.slowhour.core.data;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * One readable {@code pool_metrics} line: what a pool looked like in one minute.
 *
 * @param accelPool the pool
 * @param minute the start of the minute
 * @param kvCacheUtilOrNull share of the KV cache in use, 0 to 1; null when the collector got no
 *     answer
 * @param queuedRequestsOrNull requests waiting in the engine, ≥ 0; null likewise
 */
public record PoolMetric(
    String accelPool, Instant minute, BigDecimal kvCacheUtilOrNull, Long queuedRequestsOrNull) {

  /** Share of the KV cache in use, 0 to 1. */
  public Optional<BigDecimal> kvCacheUtil() {
    return Optional.ofNullable(kvCacheUtilOrNull);
  }

  /** Requests waiting in the engine, ≥ 0. */
  public Optional<Long> queuedRequests() {
    return Optional.ofNullable(queuedRequestsOrNull);
  }
}
