package dev.slowhour.core.read;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a file of lines from its start to its end: every line that is not blank becomes one row or
 * one notice; so does every record of a CSV file behind its header. One thread at a time.
 *
 * @param <T> the table's row
 */
public final class RowScanner<T> implements Closeable {

  private final int source;
  private final FileStream file;
  private final FileLines<T> lines;
  private final Function<T, Instant> instantOf;
  private final FaultNotices notices;
  private T rowOrNull;
  private Notice noticeOrNull;
  private boolean ended;

  private RowScanner(
      InputFile input,
      int source,
      Function<CellReader, LineReader<T>> readerOf,
      Function<T, Instant> instantOf,
      ReportZone zone)
      throws IOException {
    this.source = source;
    this.instantOf = instantOf;
    notices = new FaultNotices(input.table(), zone);
    file = input.open();
    lines = FileLines.of(input, file, readerOf);
  }

  /**
   * Opens a file of requests.
   *
   * @param source index of the file among those of its table
   * @param zone the zone whose hours notices name
   * @param maxRequestDuration the bound for one request
   * @throws IOException when the file cannot be opened
   */
  public static RowScanner<RequestRow> ofRequests(
      InputFile input, int source, ReportZone zone, Duration maxRequestDuration)
      throws IOException {
    requireTable(input, Table.REQUEST_LOGS);
    return new RowScanner<>(
        input,
        source,
        cells -> new RequestLogReader(maxRequestDuration, cells),
        RequestRow::arrivedAt,
        zone);
  }

  /**
   * Opens a file of pool metrics; parameters as for requests.
   *
   * @throws IOException when the file cannot be opened
   */
  public static RowScanner<PoolMetric> ofPoolMetrics(InputFile input, int source, ReportZone zone)
      throws IOException {
    requireTable(input, Table.POOL_METRICS);
    return new RowScanner<>(input, source, PoolMetricReader::new, PoolMetric::minute, zone);
  }

  /**
   * Opens a file of requests that were not answered; parameters as for requests.
   *
   * @throws IOException when the file cannot be opened
   */
  public static RowScanner<RequestFailure> ofRequestFailures(
      InputFile input, int source, ReportZone zone) throws IOException {
    requireTable(input, Table.REQUEST_FAILURES);
    return new RowScanner<>(
        input, source, RequestFailureReader::new, RequestFailure::arrivedAt, zone);
  }

  private static void requireTable(InputFile input, Table table) {
    if (input.table() != table) {
      throw new IllegalArgumentException(
          "table: " + input.table().tableName() + " (expected: " + table.tableName() + ")");
    }
  }

  /**
   * Moves on to the next row or notice.
   *
   * @return false at the end of the file
   * @throws IOException when the file cannot be read
   */
  public boolean next() throws IOException {
    rowOrNull = null;
    noticeOrNull = null;
    if (lines.next()) {
      Place place = new Place(source, lines.lineNumber());
      take(place, lines.reading(place));
      return true;
    }
    if (lines.isBroken() && !ended) {
      ended = true;
      noticeOrNull = notices.truncated(new Place(source, lines.linesRead() + 1));
      return true;
    }
    return false;
  }

  private void take(Place place, Reading<T> reading) {
    if (reading instanceof Reading.Row<T> row) {
      rowOrNull = row.row();
      notices.saw(instantOf.apply(rowOrNull));
    } else if (reading instanceof Reading.Fault<T> fault) {
      noticeOrNull = notices.of(place, fault, lines.rawLine());
    }
  }

  /** The row, when the line is one. */
  public Optional<T> row() {
    return Optional.ofNullable(rowOrNull);
  }

  /** The notice, when the line is no row. */
  public Optional<Notice> notice() {
    return Optional.ofNullable(noticeOrNull);
  }

  /** Blank lines so far. */
  public long blankLines() {
    return lines.blankLines();
  }

  /**
   * Lines of the file so far: of rows, notices and blank lines, and the header of a CSV file. A
   * record of CSV may be several.
   */
  public long linesRead() {
    return lines.linesRead();
  }

  /** {@link LineReader#valuesInAnotherUnit} */
  public long valuesInAnotherUnit() {
    return lines.reader().valuesInAnotherUnit();
  }

  /** Bytes of the file on disk so far; the scanner reads ahead. */
  public long fileBytesRead() {
    return file.bytesRead();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
