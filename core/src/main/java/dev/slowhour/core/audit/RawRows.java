package dev.slowhour.core.audit;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.ContractFiles;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.RowScanner;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every readable row of the input, in memory: about 150 bytes a request, which makes seven million
 * to a gigabyte. (A judged output is checked window by window and not held.)
 */
final class RawRows {

  /** More distinct TPOTs than that are not worth a table of them. */
  private static final int MAX_SHARED_TPOTS = 65_536;

  private final Map<WindowId, List<Row>> requests = new HashMap<>();
  private final PoolCells poolCells = new PoolCells();
  private final List<Contract> contracts;

  private final Map<String, String> sharedIds = new HashMap<>();
  private final Map<BigDecimal, BigDecimal> sharedTpots = new HashMap<>();

  private RawRows(List<Contract> contracts) {
    this.contracts = List.copyOf(contracts);
  }

  /**
   * Reads all files.
   *
   * @throws InputException when a contracts file cannot be read or is a broken JSON array
   * @throws IOException when another file cannot be read
   */
  static RawRows read(InputFiles files, JudgeSettings settings) throws InputException, IOException {
    ReportZone zone = settings.reportZone();
    RawRows rows =
        new RawRows(ContractFiles.read(files.of(Table.TENANT_CONTRACTS), zone).inForce());
    int source = 0;
    for (InputFile file : files.of(Table.REQUEST_LOGS)) {
      try (RowScanner<RequestRow> scanner =
          RowScanner.ofRequests(file, source++, zone, settings.maxRequestDuration())) {
        while (scanner.next()) {
          scanner.row().ifPresent(row -> rows.add(row, zone));
        }
      }
    }
    source = 0;
    for (InputFile file : files.of(Table.POOL_METRICS)) {
      try (RowScanner<PoolMetric> scanner = RowScanner.ofPoolMetrics(file, source++, zone)) {
        while (scanner.next()) {
          scanner.row().ifPresent(rows.poolCells::add);
        }
      }
    }
    return rows;
  }

  private void add(RequestRow row, ReportZone zone) {
    Instant arrivedAt = row.arrivedAt();
    EndpointId endpoint = new EndpointId(shared(row.tenantId()), shared(row.endpointId()));
    requests
        .computeIfAbsent(new WindowId(endpoint, zone.hourOf(arrivedAt)), hour -> new ArrayList<>())
        .add(
            new Row(
                row.requestId(),
                shared(row.accelPool()),
                arrivedAt.getEpochSecond(),
                arrivedAt.getNano(),
                row.inputTokens(),
                row.outputTokens(),
                row.ttftMs(),
                shared(row.tpotMs()),
                Row.lengthNanos(row.ttftMs(), row.tpotMs(), row.outputTokens()).longValueExact()));
  }

  private String shared(String id) {
    return sharedIds.computeIfAbsent(id, first -> first);
  }

  private BigDecimal shared(BigDecimal tpotMs) {
    BigDecimal held = sharedTpots.get(tpotMs);
    if (held == null && sharedTpots.size() < MAX_SHARED_TPOTS) {
      sharedTpots.put(tpotMs, tpotMs);
    }
    return held == null ? tpotMs : held;
  }

  /** The requests by tenant, endpoint and hour. */
  Map<WindowId, List<Row>> requests() {
    return requests;
  }

  PoolCells poolCells() {
    return poolCells;
  }

  List<Contract> contracts() {
    return contracts;
  }
}
