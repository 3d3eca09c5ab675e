package dev.slowhour.core.read;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RawLine;
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
 * one notice. One thread at a time.
 *
 * @param <T> the table's row
 */
public final class RowScanner<T> implements Closeable {

  private final int source;
  private final FileStream file;
  private final LineScanner lines;
  private final LineReader<T> reader;
  private final Function<T, Instant> instantOf;
  private final FaultNotices notices;
  private T rowOrNull;
  private Notice noticeOrNull;
  private long blankLines;
  private boolean ended;

  private RowScanner(
      InputFile input,
      int source,
      LineReader<T> reader,
      Function<T, Instant> instantOf,
      ReportZone zone)
      throws IOException {
    this.source = source;
    this.reader = reader;
    this.instantOf = instantOf;
    notices = new FaultNotices(input.table(), zone);
    file = input.open();
    lines = new LineScanner(input.content(file));
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
        input, source, new RequestLogReader(maxRequestDuration), RequestRow::arrivedAt, zone);
  }

  /**
   * Opens a file of pool metrics; parameters as for requests.
   *
   * @throws IOException when the file cannot be opened
   */
  public static RowScanner<PoolMetric> ofPoolMetrics(InputFile input, int source, ReportZone zone)
      throws IOException {
    requireTable(input, Table.POOL_METRICS);
    return new RowScanner<>(input, source, new PoolMetricReader(), PoolMetric::minute, zone);
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
    while (lines.next()) {
      if (lines.isBlank()) {
        blankLines++;
        continue;
      }
      Place place = new Place(source, lines.lineNumber());
      Reading<T> reading =
          lines.isTooLong()
              ? reader.tooLong()
              : reader.read(place, lines.buffer(), lines.from(), lines.to());
      take(place, reading);
      return true;
    }
    if (lines.isBroken() && !ended) {
      ended = true;
      noticeOrNull = notices.truncated(new Place(source, lines.lineNumber() + 1));
      return true;
    }
    return false;
  }

  private void take(Place place, Reading<T> reading) {
    if (reading instanceof Reading.Row<T> row) {
      rowOrNull = row.row();
      notices.saw(instantOf.apply(rowOrNull));
    } else if (reading instanceof Reading.Fault<T> fault) {
      noticeOrNull = notices.of(place, fault, RawLine.of(lines.buffer(), lines.from(), lines.to()));
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
    return blankLines;
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
