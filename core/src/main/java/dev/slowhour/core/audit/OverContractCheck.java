package dev.slowhour.core.audit;

/** Check 7: rule 2, and every figure of the second reading. */
final class OverContractCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Findings.Window out = findings.of(Check.OVER_CONTRACT, stated.label());
    Compare compare = new Compare(stated, out);
    compare.integer(Field.MISSES_IN_OVER_CONCURRENCY, recounted.missesInOverMinutes());
    compare.isVerdict(VerdictName.OVER_CONCURRENCY, recounted.verdict());
    compare.integer(Field.PEAK_CONCURRENCY_AT_SLO, recounted.overlapAtSlo().peak());
    compare.integer(Field.OVER_CONCURRENCY_MINUTES_AT_SLO, recounted.overMinutesAtSlo());
    compare.integer(Field.MISSES_IN_OVER_CONCURRENCY_AT_SLO, recounted.missesInOverMinutesAtSlo());
    if (stated
        .verdict(Field.VERDICT_AT_SLO)
        .filter(v -> v != recounted.verdictAtSlo())
        .isPresent()) {
      out.fail(
          Field.VERDICT_AT_SLO.fieldName(),
          stated.valueOrNull(Field.VERDICT_AT_SLO),
          recounted.verdictAtSlo().text());
    }
  }
}
