package dev.slowhour.core.read;

import dev.slowhour.core.data.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** CSV to read: good rows, except where a test says otherwise. */
final class CsvLines {

  private static final Map<Table, List<String>> GOOD =
      Map.of(
          Table.REQUEST_LOGS,
          List.of(
              "req-1",
              "tnt-a",
              "ep-a",
              "gpu-pool-1",
              "2026-10-13T10:17:36.250+09:00",
              "1720",
              "100",
              "300",
              "12.5"),
          Table.TENANT_CONTRACTS,
          List.of("tnt-a", "가나다 은행", "ep-a", "model-8b", "1500", "40", "8", "4096", ""),
          Table.POOL_METRICS,
          List.of("gpu-pool-1", "2026-10-13T10:17+09:00", "0.93", "11"),
          Table.POOLS,
          List.of("gpu-pool-1", "Pool 1", "true"));

  private CsvLines() {}

  static String header(Table table) {
    return String.join(",", table.columns());
  }

  /** A row with some cells, as they stand in the file, instead of the good ones. */
  static String row(Table table, String... columnsAndCells) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (int i = 0; i < table.columns().size(); i++) {
      cells.put(table.columns().get(i), GOOD.get(table).get(i));
    }
    for (int i = 0; i < columnsAndCells.length; i += 2) {
      cells.put(columnsAndCells[i], columnsAndCells[i + 1]);
    }
    return String.join(",", cells.values());
  }

  static String request(String... columnsAndCells) {
    return row(Table.REQUEST_LOGS, columnsAndCells);
  }

  static String metric(String... columnsAndCells) {
    return row(Table.POOL_METRICS, columnsAndCells);
  }

  static String contract(String... columnsAndCells) {
    return row(Table.TENANT_CONTRACTS, columnsAndCells);
  }

  /** A file of that header and those rows. */
  static String file(Table table, String... rows) {
    List<String> lines = new ArrayList<>(List.of(header(table)));
    lines.addAll(List.of(rows));
    return String.join("\n", lines) + "\n";
  }
}
