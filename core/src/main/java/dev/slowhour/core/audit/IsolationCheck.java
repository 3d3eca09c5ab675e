package dev.slowhour.core.audit;

/** Check 9: rule 4, the worst minute, and what the pool looked like then and in the hour before. */
final class IsolationCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Compare compare = new Compare(stated, findings.of(Check.ISOLATION, stated.label()));
    compare.isVerdict(VerdictName.ISOLATION_FAILURE, recounted.verdict());
    compare.text(Field.WORST_MINUTE, recounted.worstInstant().map(recounted.zone()::minuteText));
    compare.integer(
        Field.WORST_MINUTE_MISSES, recounted.worstMinute().map(recounted::missesInMinute));
    compare.number(
        Field.KV_CACHE_UTIL_AT_WORST, recounted.poolValueAtWorst(PoolCells.Column.KV_CACHE_UTIL));
    compare.number(
        Field.KV_CACHE_UTIL_PREV_HOUR_AVG,
        recounted.poolAverageBeforeWorst(PoolCells.Column.KV_CACHE_UTIL));
    compare.number(
        Field.QUEUED_AT_WORST, recounted.poolValueAtWorst(PoolCells.Column.QUEUED_REQUESTS));
    compare.number(
        Field.QUEUED_PREV_HOUR_AVG,
        recounted.poolAverageBeforeWorst(PoolCells.Column.QUEUED_REQUESTS));
  }
}
