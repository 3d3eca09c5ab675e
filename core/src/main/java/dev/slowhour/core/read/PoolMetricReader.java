package dev.slowhour.core.read;

import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.Table;
import java.math.BigDecimal;
import java.time.Instant;

/** Reads {@code pool_metrics} lines. */
public final class PoolMetricReader implements LineReader<PoolMetric> {

  private static final int ACCEL_POOL = 0;
  private static final int MINUTE = 1;
  private static final int KV_CACHE_UTIL = 2;
  private static final int QUEUED_REQUESTS = 3;

  private final CellReader line;
  private final Cells cells = new Cells(Table.POOL_METRICS.columns().size());
  private final FieldChecks checks = new FieldChecks(Table.POOL_METRICS, cells);
  private long percentages;

  /** Reads lines that are JSON objects. */
  public PoolMetricReader() {
    this(new JsonObjectReader(Table.POOL_METRICS.columns()));
  }

  PoolMetricReader(CellReader line) {
    this.line = line;
  }

  @Override
  public Reading<PoolMetric> read(Place place, byte[] bytes, int from, int to) {
    if (!line.read(bytes, from, to, cells)) {
      return malformed();
    }
    checks.start();
    String accelPool = checks.id(ACCEL_POOL);
    Instant minute = checks.wholeMinute(MINUTE);
    BigDecimal kvCacheUtil = checks.shareOrNull(KV_CACHE_UTIL);
    Long queuedRequests = checks.integerOrNull(QUEUED_REQUESTS, 0);
    if (!checks.allGood() && checks.isBetween(KV_CACHE_UTIL, 1, 100)) {
      percentages++;
    }
    return checks.allGood()
        ? new Reading.Row<>(new PoolMetric(accelPool, minute, kvCacheUtil, queuedRequests))
        : checks.invalidField(null, null, minute);
  }

  @Override
  public Reading.Fault<PoolMetric> malformed() {
    return Reading.Fault.malformed(line.malformed());
  }

  @Override
  public long valuesInAnotherUnit() {
    return percentages;
  }
}
