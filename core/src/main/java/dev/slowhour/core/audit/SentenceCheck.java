package dev.slowhour.core.audit;

import java.util.List;

/** The larger part of check 15: notes and summary are polite, and name no other tenant. */
final class SentenceCheck implements StatedCheck {

  private static final String POLITE_END = "니다.";

  private final TenantNames names;

  SentenceCheck(TenantNames names) {
    this.names = names;
  }

  @Override
  public void check(StatedWindow stated, Findings findings) {
    Findings.Window out = findings.of(Check.SENTENCES, stated.label());
    if (stated.has(Field.SUMMARY)) {
      checkSentence(Field.SUMMARY.fieldName(), stated.valueOrNull(Field.SUMMARY), stated, out);
    }
    if (stated.has(Field.NOTES) && stated.list(Field.NOTES).isEmpty()) {
      out.fail(Field.NOTES.fieldName(), stated.valueOrNull(Field.NOTES), "a list");
    }
    int i = 0;
    for (Object note : stated.list(Field.NOTES).orElse(List.of())) {
      checkSentence(Field.NOTES.fieldName() + "[" + i++ + "]", note, stated, out);
    }
  }

  private void checkSentence(
      String item, Object valueOrNull, StatedWindow stated, Findings.Window out) {
    if (!(valueOrNull instanceof String sentence)) {
      out.fail(item, valueOrNull, "a sentence");
      return;
    }
    if (!sentence.endsWith(POLITE_END)) {
      out.fail(item, sentence, "…" + POLITE_END);
    }
    checkNames(item, sentence, stated, out);
  }

  private void checkNames(String item, String text, StatedWindow stated, Findings.Window out) {
    stated
        .text(Field.TENANT_ID)
        .flatMap(tenant -> names.foreignIn(text, tenant))
        .ifPresent(name -> out.fail(item, text, "no other tenant, but it names " + name));
  }
}
