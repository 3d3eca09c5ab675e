package dev.slowhour.core.audit;

/** Check 5: the verdict is the first one just when {@code m × 100 ≤ n}. */
final class OnePercentCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    new Compare(stated, findings.of(Check.ONE_PERCENT, stated.label()))
        .isVerdict(VerdictName.WITHIN_SLO, recounted.verdict());
  }
}
