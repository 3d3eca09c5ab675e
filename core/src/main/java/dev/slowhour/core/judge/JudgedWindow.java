package dev.slowhour.core.judge;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A window with the figures of its pool.
 *
 * <p>All arrays have one element for each of the 60 minutes.
 *
 * @param window the window
 * @param kvCacheUtil the pool's KV cache use, 0 to 1; null without a value
 * @param queuedRequests requests waiting in the pool; null without a value
 * @param otherTenantRequests requests of other tenants that arrived in the pool
 * @param poolLookOrNull how the pool moved at the worst minute; null but where {@link
 *     EndpointWindow#looksAtPool}
 * @param otherIsolationFailures windows of other tenants in this pool and hour that are isolation
 *     failures
 * @param revision how much the window rests on, counted in lines: see {@link PoolMinutes#complete}.
 *     Of two judgings of a window the one with the larger was made from more
 * @param progress how far the window has got
 */
public record JudgedWindow(
    EndpointWindow window,
    BigDecimal[] kvCacheUtil,
    Long[] queuedRequests,
    long[] otherTenantRequests,
    PoolLook poolLookOrNull,
    int otherIsolationFailures,
    long revision,
    WindowProgress progress) {

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  /** A final window. */
  public JudgedWindow(
      EndpointWindow window,
      BigDecimal[] kvCacheUtil,
      Long[] queuedRequests,
      long[] otherTenantRequests,
      PoolLook poolLookOrNull,
      int otherIsolationFailures,
      long revision) {
    this(
        window,
        kvCacheUtil,
        queuedRequests,
        otherTenantRequests,
        poolLookOrNull,
        otherIsolationFailures,
        revision,
        WindowProgress.FINAL);
  }

  /** How the pool moved at the worst minute of an isolation failure by either reading. */
  public Optional<PoolLook> poolLook() {
    return Optional.ofNullable(poolLookOrNull);
  }

  /** Share of the requests that missed their SLO in percent, to one place. */
  public BigDecimal sloMissPct() {
    return BigDecimal.valueOf(window.sloMissCount())
        .multiply(HUNDRED)
        .divide(BigDecimal.valueOf(window.requestCount()), 1, RoundingMode.HALF_UP);
  }
}
