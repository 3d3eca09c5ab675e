package dev.slowhour.core.audit;

import java.util.List;

/** Check 1: the verdicts are among the four, and {@code also_found} holds at most the one. */
final class EnumCheck implements StatedCheck {

  @Override
  public void check(StatedWindow stated, Findings findings) {
    Findings.Window out = findings.of(Check.ENUMS, stated.label());
    for (Field field : List.of(Field.VERDICT, Field.VERDICT_AT_SLO)) {
      if (stated.has(field) && stated.verdict(field).isEmpty()) {
        out.fail(field.fieldName(), stated.valueOrNull(field), "one of the four verdicts");
      }
    }
    boolean isWithin =
        stated
            .list(Field.ALSO_FOUND)
            .filter(list -> list.isEmpty() || list.equals(List.of(VerdictName.LONG_INPUT.text())))
            .isPresent();
    if (stated.has(Field.ALSO_FOUND) && !isWithin) {
      out.fail(
          Field.ALSO_FOUND.fieldName(),
          stated.valueOrNull(Field.ALSO_FOUND),
          "[] or [" + VerdictName.LONG_INPUT.text() + "]");
    }
  }
}
