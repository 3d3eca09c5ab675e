package dev.slowhour.core.audit;

import java.math.BigDecimal;
import java.util.Optional;

/** Check 11: where the pool has no value, the window has none: nothing is filled in. */
final class EmptyMetricCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    if (recounted.isolationMinute().isEmpty()) {
      return;
    }
    Findings.Window out = findings.of(Check.EMPTY_METRICS, stated.label());
    PoolCells.Column kv = PoolCells.Column.KV_CACHE_UTIL;
    PoolCells.Column queued = PoolCells.Column.QUEUED_REQUESTS;
    check(stated, Field.KV_CACHE_UTIL_AT_WORST, recounted.poolValueAtWorst(kv), out);
    check(stated, Field.KV_CACHE_UTIL_PREV_HOUR_AVG, recounted.poolAverageBeforeWorst(kv), out);
    check(stated, Field.QUEUED_AT_WORST, recounted.poolValueAtWorst(queued), out);
    check(stated, Field.QUEUED_PREV_HOUR_AVG, recounted.poolAverageBeforeWorst(queued), out);
  }

  private static void check(
      StatedWindow stated, Field field, Optional<BigDecimal> recounted, Findings.Window out) {
    if (recounted.isEmpty() && stated.has(field) && !stated.isNull(field)) {
      out.fail(field.fieldName(), stated.valueOrNull(field), null);
    }
  }
}
