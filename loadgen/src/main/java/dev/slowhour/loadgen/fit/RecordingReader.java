package dev.slowhour.loadgen.fit;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFile;
import dev.slowhour.core.read.RowScanner;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Reads request logs and pool metrics as judge does; lines that are no rows are left out. */
public final class RecordingReader {

  private static final Duration MAX_REQUEST_DURATION = Duration.ofHours(1);
  private static final ReportZone ZONE = ReportZone.of("UTC");

  private RecordingReader() {}

  /**
   * Reads request logs.
   *
   * @param accelPoolOrNull the pool whose requests are meant; null where there is but one
   * @throws InputException where a file cannot be read, no row is left, or there are several pools
   *     and none is named
   */
  public static Recording requests(List<Path> files, String accelPoolOrNull) throws InputException {
    List<RequestRow> rows = new ArrayList<>();
    for (int source = 0; source < files.size(); source++) {
      InputFile file = input(Table.REQUEST_LOGS, files.get(source));
      try (RowScanner<RequestRow> scanner =
          RowScanner.ofRequests(file, source, ZONE, MAX_REQUEST_DURATION)) {
        while (scanner.next()) {
          scanner.row().ifPresent(rows::add);
        }
      } catch (IOException e) {
        throw new InputException(file.name() + ": cannot be read: " + FileFailure.reason(e), e);
      }
    }
    return recording(ofPool(rows, accelPoolOrNull));
  }

  private static InputFile input(Table table, Path file) {
    return new InputFile(table, file, file.toString());
  }

  private static List<RequestRow> ofPool(List<RequestRow> rows, String accelPoolOrNull)
      throws InputException {
    TreeSet<String> pools = new TreeSet<>();
    rows.forEach(row -> pools.add(row.accelPool()));
    if (pools.isEmpty()) {
      throw new InputException("no readable request (expected: rows of request_logs)");
    }
    if (accelPoolOrNull == null) {
      if (pools.size() > 1) {
        throw new InputException(
            "requests of several pools, "
                + pools
                + " (expected: --pool, for one engine is fitted)");
      }
      return rows;
    }
    if (!pools.contains(accelPoolOrNull)) {
      throw new InputException(
          "--pool: " + accelPoolOrNull + " (expected: one of the log's, " + pools + ")");
    }
    return rows.stream().filter(row -> row.accelPool().equals(accelPoolOrNull)).toList();
  }

  private static Recording recording(List<RequestRow> rows) {
    List<RequestRow> sorted =
        rows.stream()
            .sorted(
                Comparator.comparing(RequestRow::arrivedAt).thenComparing(RequestRow::requestId))
            .toList();
    Instant start = sorted.get(0).arrivedAt().truncatedTo(ChronoUnit.MINUTES);
    List<EndpointId> endpoints =
        sorted.stream()
            .map(row -> new EndpointId(row.tenantId(), row.endpointId()))
            .distinct()
            .sorted()
            .toList();
    Recording times = new Recording(start, endpoints, List.of());
    List<Recording.Request> requests = new ArrayList<>();
    for (RequestRow row : sorted) {
      requests.add(
          new Recording.Request(
              times.nanosAt(row.arrivedAt()),
              endpoints.indexOf(new EndpointId(row.tenantId(), row.endpointId())),
              Math.toIntExact(row.inputTokens()),
              Math.toIntExact(row.outputTokens()),
              row.ttftMs(),
              row.tpotMs().doubleValue()));
    }
    return new Recording(start, endpoints, requests);
  }

  /**
   * Reads the metrics of a pool.
   *
   * @param accelPoolOrNull which pool; null for whichever the file is about
   * @throws InputException where the file cannot be read
   */
  public static List<PoolMetric> metrics(Path file, String accelPoolOrNull) throws InputException {
    List<PoolMetric> rows = new ArrayList<>();
    InputFile input = input(Table.POOL_METRICS, file);
    try (RowScanner<PoolMetric> scanner = RowScanner.ofPoolMetrics(input, 0, ZONE)) {
      while (scanner.next()) {
        scanner
            .row()
            .filter(row -> accelPoolOrNull == null || row.accelPool().equals(accelPoolOrNull))
            .ifPresent(rows::add);
      }
    } catch (IOException e) {
      throw new InputException(input.name() + ": cannot be read: " + FileFailure.reason(e), e);
    }
    return rows;
  }
}
