package dev.slowhour.core.audit;

import dev.slowhour.core.data.Table;
import java.util.Optional;

/**
 * One item of an evidence list: a cell, or a figure over rows.
 *
 * @param row the cell's row; empty for a figure
 * @param valueOrNull a String, a BigDecimal, or null
 * @param sentence what a figure is over; empty for a cell
 */
record EvidenceItem(
    Table table,
    Optional<String> row,
    String field,
    Object valueOrNull,
    Optional<Sentence> sentence) {

  /** What an item is whatever its numbers are. */
  record Kind(Table table, String field, Optional<SentenceForm> form) {

    @Override
    public String toString() {
      return table.tableName() + "." + field + form.map(f -> ", " + f.template()).orElse("");
    }
  }

  Kind kind() {
    return new Kind(table, field, sentence.map(Sentence::form));
  }
}
