package dev.slowhour.core.audit;

import java.util.List;

/** A part of check 2: every field is there, none else, and those that name the window are texts. */
final class FieldCheck implements StatedCheck {

  private static final List<Field> NAMING =
      List.of(
          Field.WINDOW_KEY,
          Field.TENANT_ID,
          Field.ENDPOINT_ID,
          Field.ACCEL_POOL,
          Field.WINDOW_START);

  @Override
  public void check(StatedWindow stated, Findings findings) {
    Findings.Window out = findings.of(Check.WINDOWS, stated.label());
    for (Field field : Field.values()) {
      if (!stated.has(field)) {
        out.fail(field.fieldName(), "missing", "present");
      } else if (NAMING.contains(field) && !stated.isOfItsType(field)) {
        out.fail(field.fieldName(), stated.valueOrNull(field), field.type().text());
      }
    }
    for (String name : stated.unknownFields()) {
      out.fail(name, "present", "no such field");
    }
  }
}
