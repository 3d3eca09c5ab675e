package dev.slowhour.core.audit;

import java.util.List;

/** Check 8: rule 3, and what was also found with rule 2. */
final class LongInputCheck implements RecountCheck {

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Findings.Window out = findings.of(Check.LONG_INPUT, stated.label());
    Compare compare = new Compare(stated, out);
    compare.integer(Field.MISSES_WITH_LONG_INPUT, recounted.missesWithLongInput());
    compare.isVerdict(VerdictName.LONG_INPUT, recounted.verdict());
    List<String> alsoFound =
        recounted.alsoHasLongInput() ? List.of(VerdictName.LONG_INPUT.text()) : List.of();
    if (stated.list(Field.ALSO_FOUND).filter(list -> !list.equals(alsoFound)).isPresent()) {
      out.fail(Field.ALSO_FOUND.fieldName(), stated.valueOrNull(Field.ALSO_FOUND), alsoFound);
    }
  }
}
