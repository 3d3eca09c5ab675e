package dev.slowhour.core.audit;

import java.util.List;
import java.util.Optional;

/** Check 12: which fields are null for the verdict that stands, and which are not. */
final class NullCheck implements StatedCheck {

  @Override
  public void check(StatedWindow stated, Findings findings) {
    Optional<VerdictName> verdict = stated.verdict(Field.VERDICT);
    if (verdict.isEmpty()) {
      return;
    }
    Findings.Window out = findings.of(Check.NULLS, stated.label());
    List<Field> ofTheWorstMinute = List.of(Field.WORST_MINUTE, Field.WORST_MINUTE_MISSES);
    for (Field field : ofTheWorstMinute) {
      requireNull(stated, field, verdict.get() == VerdictName.WITHIN_SLO, out);
    }
    if (verdict.get() == VerdictName.ISOLATION_FAILURE) {
      // The others are null when the pool has no value, or nobody else sent anything.
      requireNull(stated, Field.OTHER_TENANT_REQUESTS_AT_WORST, false, out);
      requireNull(stated, Field.OTHER_TENANT_REQUESTS_PREV_HOUR_AVG, false, out);
    } else {
      Field.OF_THE_POOL.forEach(field -> requireNull(stated, field, true, out));
    }
  }

  private static void requireNull(
      StatedWindow stated, Field field, boolean isNull, Findings.Window out) {
    if (stated.has(field) && stated.isNull(field) != isNull) {
      out.fail(field.fieldName(), stated.valueOrNull(field), isNull ? null : field.type().text());
    }
  }
}
