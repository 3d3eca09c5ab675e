package dev.slowhour.core.audit;

import java.util.List;
import java.util.Optional;

/**
 * Check 13: every item names a table and a column of it and says how its figure comes about, and
 * the list is complete and in order. What stands in an item's row, numbers and value is check 14's.
 */
final class EvidenceNamesCheck implements StatedCheck, RecountCheck {

  @Override
  public void check(StatedWindow stated, Findings findings) {
    Findings.Window out = findings.of(Check.EVIDENCE_NAMES, stated.label());
    Optional<StatedEvidence> evidence = StatedEvidence.of(stated);
    if (evidence.isEmpty()) {
      if (stated.has(Field.EVIDENCE)) {
        out.fail(Field.EVIDENCE.fieldName(), stated.valueOrNull(Field.EVIDENCE), "a list");
      }
      return;
    }
    for (StatedItem item : evidence.get().items()) {
      item.fault()
          .ifPresent(
              fault ->
                  out.fail(item.name() + fault.part(), fault.standsOrNull(), fault.expected()));
      if (item.isOptional()) {
        checkThatNotesSpeakOfIt(item, stated, out);
      }
    }
  }

  private static void checkThatNotesSpeakOfIt(
      StatedItem item, StatedWindow stated, Findings.Window out) {
    String minute =
        item.item().flatMap(EvidenceItem::sentence).map(s -> s.values().get(0)).orElseThrow();
    if (stated.texts(Field.NOTES).stream().noneMatch(note -> note.contains(minute))) {
      out.fail(item.name() + ".filter", minute, "a minute that notes speak of");
    }
  }

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Optional<StatedEvidence> evidence = StatedEvidence.of(stated);
    List<EvidenceItem> expected = ExpectedEvidence.of(recounted);
    if (evidence.isEmpty()
        || !evidence.get().isReadable()
        || evidence.get().isInStepWith(expected)) {
      return;
    }
    Findings.Window out = findings.of(Check.EVIDENCE_NAMES, stated.label());
    List<StatedItem> items = evidence.get().required();
    int i = 0;
    while (i < items.size()
        && i < expected.size()
        && items.get(i).item().orElseThrow().kind().equals(expected.get(i).kind())) {
      i++;
    }
    out.fail(
        i < items.size() ? items.get(i).name() : Field.EVIDENCE.fieldName(),
        i < items.size() ? items.get(i).item().orElseThrow().kind() : "end of the list",
        i < expected.size() ? expected.get(i).kind() : "end of the list");
  }
}
