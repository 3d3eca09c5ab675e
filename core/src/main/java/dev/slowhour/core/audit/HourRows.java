package dev.slowhour.core.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows of a tenant, endpoint and hour that count.
 *
 * @param pool the endpoint's pool of that hour
 * @param rows all served by that pool, each request id once, in order of arrival
 */
record HourRows(String pool, List<Row> rows) {

  /** Leaves duplicates out, then rows of another pool. */
  static HourRows of(Collection<Row> readable) {
    Map<String, Row> byId = new HashMap<>();
    for (Row row : readable) {
      byId.merge(
          row.requestId(),
          row,
          (held, next) -> Row.WHICH_STAYS.compare(next, held) < 0 ? next : held);
    }
    Map<String, List<Row>> byPool = new TreeMap<>();
    List<Row> inOrder = new ArrayList<>(byId.values());
    inOrder.sort(Row.BY_ARRIVAL);
    for (Row row : inOrder) {
      byPool.computeIfAbsent(row.pool(), pool -> new ArrayList<>()).add(row);
    }
    List<Row> most = List.of();
    for (List<Row> rows : byPool.values()) {
      boolean isFirstOnATie =
          rows.size() == most.size() && Row.BY_ARRIVAL.compare(rows.get(0), most.get(0)) < 0;
      if (rows.size() > most.size() || isFirstOnATie) {
        most = rows;
      }
    }
    return new HourRows(most.get(0).pool(), List.copyOf(most));
  }
}
