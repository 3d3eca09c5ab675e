package dev.slowhour.core.read;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RawLine;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/**
 * Reads values of a topic's records, each by itself: a value is one line of its table, of JSON,
 * with the same faults as a line of a file. It is one line also when line ends stand within it. One
 * thread at a time.
 *
 * @param <T> the table's row
 */
public final class ValueReader<T> {

  private static final byte[] NO_VALUE = {};

  private final Table table;
  private final LineReader<T> reader;
  private final Function<T, Instant> instantOrNullOf;
  private final ReportZone zone;

  private ValueReader(
      Table table, LineReader<T> reader, Function<T, Instant> instantOrNullOf, ReportZone zone) {
    this.table = table;
    this.reader = reader;
    this.instantOrNullOf = instantOrNullOf;
    this.zone = zone;
  }

  /**
   * A reader of {@code request_logs}.
   *
   * @param zone the zone whose hours notices name
   * @param maxRequestDuration the bound for one request
   */
  public static ValueReader<RequestRow> ofRequests(ReportZone zone, Duration maxRequestDuration) {
    return new ValueReader<>(
        Table.REQUEST_LOGS, new RequestLogReader(maxRequestDuration), RequestRow::arrivedAt, zone);
  }

  /** A reader of {@code pool_metrics}; the zone as for requests. */
  public static ValueReader<PoolMetric> ofPoolMetrics(ReportZone zone) {
    return new ValueReader<>(Table.POOL_METRICS, new PoolMetricReader(), PoolMetric::minute, zone);
  }

  /** A reader of {@code tenant_contracts}, whose lines belong to no hour. */
  public static ValueReader<Contract> ofContracts(ReportZone zone) {
    return new ValueReader<>(Table.TENANT_CONTRACTS, new ContractReader(), contract -> null, zone);
  }

  /**
   * Reads a value.
   *
   * @param place the record's partition and offset
   * @param valueOrNull the value; null, which says nothing of a table, is malformed
   */
  public ReadValue<T> read(Place place, byte[] valueOrNull) {
    byte[] value = valueOrNull == null ? NO_VALUE : valueOrNull;
    int end = endOfLine(value);
    if (valueOrNull != null && isBlank(value)) {
      return new ReadValue<>(null, null, null);
    }
    Reading<T> reading =
        valueOrNull == null || end > LineReader.MAX_LINE_BYTES
            ? reader.malformed()
            : reader.read(place, value, 0, end);
    if (reading instanceof Reading.Row<T> row) {
      return new ReadValue<>(row.row(), null, instantOrNullOf.apply(row.row()));
    }
    return unreadable(place, (Reading.Fault<T>) reading, rawLine(value));
  }

  /** A value as a notice shows it. */
  public static String rawLine(byte[] value) {
    return RawLine.of(value, 0, endOfLine(value));
  }

  private ReadValue<T> unreadable(Place place, Reading.Fault<T> fault, String rawLine) {
    Notice notice =
        new Notice(
            table,
            place,
            fault.code(),
            fault.fields(),
            fault.tenantId().orElse(null),
            fault.endpointId().orElse(null),
            fault.instant().map(zone::hourOf).orElse(null),
            rawLine);
    return new ReadValue<>(null, notice, fault.instant().orElse(null));
  }

  /** Producers that copy a file line by line may leave its end on. */
  private static int endOfLine(byte[] value) {
    int end = value.length;
    if (end > 0 && value[end - 1] == '\n') {
      end--;
      if (end > 0 && value[end - 1] == '\r') {
        end--;
      }
    }
    return end;
  }

  private static boolean isBlank(byte[] value) {
    if (value.length > LineReader.MAX_LINE_BYTES) {
      return false;
    }
    for (byte each : value) {
      if (each != ' ' && each != '\t' && each != '\r' && each != '\n') {
        return false;
      }
    }
    return true;
  }
}
