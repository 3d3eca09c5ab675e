package dev.slowhour.core.audit;

/** A part of check 2: what names a window, and the rows and the contract that it is about. */
final class IdentityCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Compare compare = new Compare(stated, findings.of(Check.WINDOWS, stated.label()));
    compare.text(Field.WINDOW_KEY, recounted.windowKey());
    compare.text(Field.WINDOW_START, recounted.label().windowStart());
    compare.text(Field.ACCEL_POOL, recounted.pool());
    compare.integer(Field.MAX_CONCURRENCY, recounted.contract().maxConcurrency());
    compare.integer(Field.REQUEST_COUNT, recounted.requestCount());
  }
}
