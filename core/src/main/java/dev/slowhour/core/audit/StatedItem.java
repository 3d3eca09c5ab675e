package dev.slowhour.core.audit;

import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InstantText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One element of a stated evidence list.
 *
 * @param name how failures name it, for example {@code evidence[3]}
 * @param item what it says; empty when it is no evidence item
 * @param fault what is wrong with it then
 */
record StatedItem(String name, Optional<EvidenceItem> item, Optional<Fault> fault) {

  private static final Set<String> OF_A_CELL = Set.of("table", "row", "field", "value");
  private static final Set<String> OF_A_FIGURE =
      Set.of("table", "row", "field", "value", "agg", "filter");

  /** A part of an item that is not as it should be. */
  record Fault(String part, Object standsOrNull, String expected) {}

  static StatedItem of(int index, Object elementOrNull) {
    String name = "evidence[" + index + "]";
    if (!(elementOrNull instanceof Map<?, ?> parts)) {
      return bad(name, "", elementOrNull, "an object");
    }
    if (parts.keySet().equals(OF_A_CELL)) {
      return cell(name, parts);
    }
    if (parts.keySet().equals(OF_A_FIGURE)) {
      return figure(name, parts);
    }
    return bad(
        name, "", parts.keySet(), "table, row, field, value, and agg with filter or neither");
  }

  private static StatedItem cell(String name, Map<?, ?> parts) {
    Optional<Table> table = table(parts);
    if (table.isEmpty()) {
      return bad(name, ".table", parts.get("table"), "one of the three tables");
    }
    if (!(parts.get("field") instanceof String field) || !table.get().columns().contains(field)) {
      return bad(name, ".field", parts.get("field"), "a column of " + table.get().tableName());
    }
    if (!(parts.get("row") instanceof String row) || !isRowName(table.get(), row)) {
      return bad(name, ".row", parts.get("row"), "a row of " + table.get().tableName());
    }
    return good(
        name,
        new EvidenceItem(
            table.get(), Optional.of(row), field, parts.get("value"), Optional.empty()));
  }

  private static StatedItem figure(String name, Map<?, ?> parts) {
    Optional<Sentence> sentence =
        parts.get("filter") instanceof String filter ? Sentence.parse(filter) : Optional.empty();
    if (sentence.isEmpty()) {
      return bad(name, ".filter", parts.get("filter"), "a sentence of the grammar");
    }
    SentenceForm form = sentence.get().form();
    Table expected = form == SentenceForm.POOL_AVERAGE ? Table.POOL_METRICS : Table.REQUEST_LOGS;
    List<String> fields =
        form.field()
            .map(List::of)
            .orElse(Arrays.stream(PoolCells.Column.values()).map(PoolCells.Column::field).toList());
    if (!table(parts).equals(Optional.of(expected))) {
      return bad(name, ".table", parts.get("table"), expected.tableName());
    }
    if (!(parts.get("field") instanceof String field) || !fields.contains(field)) {
      return bad(name, ".field", parts.get("field"), String.join(" or ", fields));
    }
    if (!form.agg().equals(parts.get("agg"))) {
      return bad(name, ".agg", parts.get("agg"), form.agg());
    }
    if (parts.get("row") != null) {
      return bad(name, ".row", parts.get("row"), "null");
    }
    return good(
        name, new EvidenceItem(expected, Optional.empty(), field, parts.get("value"), sentence));
  }

  private static Optional<Table> table(Map<?, ?> parts) {
    return Arrays.stream(Table.values())
        .filter(table -> table.tableName().equals(parts.get("table")))
        .findFirst();
  }

  private static boolean isRowName(Table table, String row) {
    return switch (table) {
      case REQUEST_LOGS -> !row.isEmpty();
      case TENANT_CONTRACTS -> row.indexOf('/') > 0;
      case POOL_METRICS ->
          row.lastIndexOf('/') > 0
              && InstantText.parseShown(row.substring(row.lastIndexOf('/') + 1)).isPresent();
      // Evidence quotes the other three.
      case POOLS, REQUEST_FAILURES, PLATFORM_EVENTS -> false;
    };
  }

  private static StatedItem good(String name, EvidenceItem item) {
    return new StatedItem(name, Optional.of(item), Optional.empty());
  }

  private static StatedItem bad(String name, String part, Object standsOrNull, String expected) {
    return new StatedItem(
        name, Optional.empty(), Optional.of(new Fault(part, standsOrNull, expected)));
  }

  /** Whether it is one of those that may be there or not. */
  boolean isOptional() {
    return item.flatMap(EvidenceItem::sentence)
        .filter(sentence -> sentence.form() == SentenceForm.PEAK_OF_MINUTE)
        .isPresent();
  }
}
