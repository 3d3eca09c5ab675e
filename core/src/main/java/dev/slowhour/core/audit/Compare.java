package dev.slowhour.core.audit;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Compares fields with what was recounted, numbers as numbers. A field that is missing or of
 * another type is passed over: checks 2 and 3 fail it.
 */
final class Compare {

  private final StatedWindow stated;
  private final Findings.Window out;

  Compare(StatedWindow stated, Findings.Window out) {
    this.stated = stated;
    this.out = out;
  }

  void integer(Field field, long recounted) {
    number(field, Optional.of(BigDecimal.valueOf(recounted)));
  }

  void integer(Field field, Optional<Long> recounted) {
    number(field, recounted.map(BigDecimal::valueOf));
  }

  /** Empty is null. */
  void number(Field field, Optional<BigDecimal> recounted) {
    if (!stated.isOfItsType(field)) {
      return;
    }
    Optional<BigDecimal> number = stated.number(field);
    boolean isSame =
        (number.isPresent() && recounted.isPresent())
            ? number.get().compareTo(recounted.get()) == 0
            : number.isEmpty() && recounted.isEmpty();
    if (!isSame) {
      out.fail(field.fieldName(), stated.valueOrNull(field), recounted.orElse(null));
    }
  }

  /** Empty is null. */
  void text(Field field, Optional<String> recounted) {
    if (stated.isOfItsType(field) && !stated.text(field).equals(recounted)) {
      out.fail(field.fieldName(), stated.valueOrNull(field), recounted.orElse(null));
    }
  }

  void text(Field field, String recounted) {
    text(field, Optional.of(recounted));
  }

  /** Fails a verdict when just one of the stated and the recounted is that one. */
  void isVerdict(VerdictName verdict, VerdictName recounted) {
    boolean differs =
        stated
            .verdict(Field.VERDICT)
            .filter(v -> (v == verdict) != (recounted == verdict))
            .isPresent();
    if (differs) {
      out.fail(Field.VERDICT.fieldName(), stated.valueOrNull(Field.VERDICT), recounted.text());
    }
  }
}
