package dev.slowhour.core.audit;

import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Check 14: every cell says what its row says, every sentence is the window's own and recounts, and
 * in a list in order every row is the one that must be quoted there.
 */
final class EvidenceValuesCheck implements RecountCheck {

  private final boolean secondsMayBeCut;

  EvidenceValuesCheck() {
    this(false);
  }

  /**
   * With a switch for lists written by hand.
   *
   * @param secondsMayBeCut whether the instant of the maximum may stand without its decimals
   */
  EvidenceValuesCheck(boolean secondsMayBeCut) {
    this.secondsMayBeCut = secondsMayBeCut;
  }

  @Override
  public void check(StatedWindow stated, RecountedWindow recounted, Findings findings) {
    Findings.Window out = findings.of(Check.EVIDENCE_VALUES, stated.label());
    Optional<StatedEvidence> evidence = StatedEvidence.of(stated);
    if (evidence.isEmpty()) {
      return;
    }
    List<EvidenceItem> expected = ExpectedEvidence.of(recounted);
    boolean isInStep = evidence.get().isInStepWith(expected);
    Iterator<EvidenceItem> next = expected.iterator();
    for (StatedItem item : evidence.get().items()) {
      Optional<String> row = item.item().flatMap(EvidenceItem::row);
      Optional<String> expectedRow =
          isInStep && !item.isOptional() ? next.next().row() : Optional.empty();
      if (expectedRow.isPresent() && !expectedRow.equals(row)) {
        out.fail(item.name() + ".row", row.orElse(null), expectedRow.get());
      } else {
        item.item().ifPresent(read -> check(item.name(), read, recounted, out));
      }
    }
  }

  private void check(
      String name, EvidenceItem item, RecountedWindow recounted, Findings.Window out) {
    if (item.sentence().isPresent()) {
      checkFigure(name, item, item.sentence().get(), recounted, out);
    } else {
      checkCell(name, item, item.row().orElseThrow(), recounted, out);
    }
  }

  private static void checkCell(
      String name, EvidenceItem item, String row, RecountedWindow recounted, Findings.Window out) {
    Optional<Cells.Cell> cell = new Cells(recounted).find(item.table(), row, item.field());
    if (cell.isEmpty()) {
      out.fail(name + ".row", row, "no such row of this window");
    } else if (!cell.get().isQuotedAs(item.valueOrNull())) {
      out.fail(name + ".value", item.valueOrNull(), cell.get().valueOrNull());
    }
  }

  private void checkFigure(
      String name,
      EvidenceItem item,
      Sentence stated,
      RecountedWindow recounted,
      Findings.Window out) {
    ProperSentences sentences = new ProperSentences(recounted);
    Sentence sentence = secondsMayBeCut ? withItsDecimals(stated, recounted) : stated;
    if (!sentences.isProper(sentence)) {
      out.fail(
          name + ".filter",
          stated.text(),
          sentences.of(sentence).map(Sentence::text).orElse("no such sentence of this window"));
      return;
    }
    Cells.Cell figure =
        new Cells.Cell(new SentenceCount(recounted).of(sentence, item.field()).orElse(null));
    if (!figure.isQuotedAs(item.valueOrNull())) {
      out.fail(name + ".value", item.valueOrNull(), figure.valueOrNull());
    }
  }

  private static Sentence withItsDecimals(Sentence sentence, RecountedWindow recounted) {
    if (sentence.form() != SentenceForm.IN_PROGRESS_AT_PEAK) {
      return sentence;
    }
    Instant peak = recounted.id().start().plusNanos(recounted.overlap().peakAt());
    WindowClock clock = new WindowClock(recounted);
    String cut = clock.second(Instant.ofEpochSecond(peak.getEpochSecond()));
    return sentence.values().get(0).equals(cut)
        ? new Sentence(
            sentence.form(),
            List.of(clock.second(peak), sentence.values().get(1), sentence.values().get(2)))
        : sentence;
  }
}
