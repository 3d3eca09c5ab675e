package dev.slowhour.core.audit;

/** Check 10: other tenants' requests in the pool at the worst minute and in the hour before. */
final class OtherTenantsCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Compare compare = new Compare(stated, findings.of(Check.OTHER_TENANTS, stated.label()));
    compare.integer(Field.OTHER_TENANT_REQUESTS_AT_WORST, recounted.othersAtWorst());
    compare.number(Field.OTHER_TENANT_REQUESTS_PREV_HOUR_AVG, recounted.othersAverageBeforeWorst());
    compare.number(Field.OTHER_TENANT_REQUESTS_RATIO, recounted.othersRatio());
  }
}
