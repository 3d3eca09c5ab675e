package dev.slowhour.core.audit;

/** Check 6: the concurrency by overlapping intervals, and the minutes over the contract. */
final class ConcurrencyCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Compare compare = new Compare(stated, findings.of(Check.CONCURRENCY, stated.label()));
    compare.integer(Field.PEAK_CONCURRENCY, recounted.overlap().peak());
    compare.integer(Field.OVER_CONCURRENCY_MINUTES, recounted.overMinutes());
  }
}
