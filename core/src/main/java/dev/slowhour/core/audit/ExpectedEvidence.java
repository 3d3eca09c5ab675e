package dev.slowhour.core.audit;

import dev.slowhour.core.data.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The evidence list that a window must have, by the numbered list of spec/verdict.md. */
final class ExpectedEvidence {

  private final RecountedWindow window;
  private final ProperSentences sentences;
  private final SentenceCount counts;
  private final Cells cells;
  private final List<EvidenceItem> items = new ArrayList<>();

  private ExpectedEvidence(RecountedWindow window) {
    this.window = window;
    sentences = new ProperSentences(window);
    counts = new SentenceCount(window);
    cells = new Cells(window);
  }

  /** The required items, in order. */
  static List<EvidenceItem> of(RecountedWindow window) {
    ExpectedEvidence evidence = new ExpectedEvidence(window);
    evidence.addFigures();
    Exemplar.of(window).ifPresent(evidence::addExemplar);
    if (window.worstMinute().isPresent()) {
      evidence.figure(SentenceForm.MISSED_IN_MINUTE);
    }
    window.isolationMinute().ifPresent(evidence::addPool);
    return List.copyOf(evidence.items);
  }

  private void addFigures() {
    VerdictName verdict = window.verdict();
    boolean isOver = verdict == VerdictName.OVER_CONCURRENCY;
    figure(SentenceForm.ARRIVED);
    figure(SentenceForm.MISSED);
    contract("ttft_slo_ms");
    contract("tpot_slo_ms");
    figure(
        isOver || verdict == VerdictName.ISOLATION_FAILURE
            ? SentenceForm.IN_PROGRESS_AT_PEAK
            : SentenceForm.PEAK);
    contract("max_concurrency");
    figure(SentenceForm.OVER_MINUTES);
    figure(isOver ? SentenceForm.MISSED_WHILE_OVER_WITH_MINUTES : SentenceForm.MISSED_WHILE_OVER);
    if (isOver) {
      figure(SentenceForm.PEAK_AT_SLO);
      figure(SentenceForm.MISSED_WHILE_OVER_AT_SLO);
    }
    figure(SentenceForm.MISSED_WITH_LONG_INPUT);
    contract("max_input_tokens");
  }

  private void addExemplar(Row row) {
    for (String field : List.of("arrived_at", "ttft_ms", "tpot_ms", "input_tokens")) {
      cell(Table.REQUEST_LOGS, row.requestId(), field);
    }
  }

  private void addPool(Instant worst) {
    String row = window.pool() + "/" + window.zone().minuteText(worst);
    for (PoolCells.Column column : PoolCells.Column.values()) {
      cell(Table.POOL_METRICS, row, column.field());
    }
    for (PoolCells.Column column : PoolCells.Column.values()) {
      figure(Table.POOL_METRICS, SentenceForm.POOL_AVERAGE, column.field());
    }
    figure(SentenceForm.OTHERS_IN_MINUTE);
    figure(SentenceForm.OTHERS_BEFORE);
  }

  private void figure(SentenceForm form) {
    figure(Table.REQUEST_LOGS, form, form.field().orElseThrow());
  }

  private void figure(Table table, SentenceForm form, String field) {
    Sentence sentence = sentences.of(form).orElseThrow();
    BigDecimal valueOrNull = counts.of(sentence, field).orElse(null);
    items.add(new EvidenceItem(table, Optional.empty(), field, valueOrNull, Optional.of(sentence)));
  }

  private void contract(String field) {
    cell(Table.TENANT_CONTRACTS, Cells.nameOf(window.contract()), field);
  }

  private void cell(Table table, String row, String field) {
    Object valueOrNull = cells.find(table, row, field).orElseThrow().valueOrNull();
    items.add(new EvidenceItem(table, Optional.of(row), field, valueOrNull, Optional.empty()));
  }
}
