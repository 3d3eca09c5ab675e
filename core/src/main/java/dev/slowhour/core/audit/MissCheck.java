package dev.slowhour.core.audit;

import java.util.Optional;

/** Check 4: how many requests missed their SLO, and how many of a hundred that is. */
final class MissCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Compare compare = new Compare(stated, findings.of(Check.MISSES, stated.label()));
    compare.integer(Field.SLO_MISS_COUNT, recounted.missCount());
    compare.number(Field.SLO_MISS_PCT, Optional.of(recounted.missPct()));
  }
}
