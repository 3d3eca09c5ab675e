package dev.slowhour.core.read;

import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a CSV stream (RFC 4180) into numbered records. A record ends at a LF that no quote encloses;
 * a CR before it is dropped, and so is a byte-order mark at the start.
 *
 * <p>Damage stays where it is. A quote that is not closed within {@link LineReader#MAX_LINE_BYTES}
 * of the record, or by the end of the stream, encloses nothing: the record is its first line.
 * Behind a quote inside a bare cell, behind text after a closing quote and beyond the longest
 * record a record ends at the next LF, quote or not. So no line is looked at more often than twice,
 * however the quotes lie: without this a small file could take days.
 *
 * <p>At most that many bytes, twice, are held.
 */
final class CsvScanner implements RecordScanner {

  private enum State {
    CELL_START,
    BARE,
    QUOTED,
    /** Behind a quote in a quoted cell: its end, unless another quote follows. */
    CLOSED,
    FAULTY
  }

  private final ScanBuffer buffer;

  /**
   * How far the record that starts at the buffer's next byte has been looked at, and in which
   * state.
   */
  private int looked;

  private State state = State.CELL_START;
  private long enclosedLineFeeds;

  private byte[] record = new byte[0];
  private int from;
  private int to;
  private boolean tooLong;
  private long lineNumber;
  private long lastLineNumber;

  /** Scans that stream from its start; closing the scanner closes it. */
  CsvScanner(InputStream in) {
    buffer = new ScanBuffer(in);
  }

  @Override
  public boolean next() throws IOException {
    if (lastLineNumber == 0) {
      buffer.skipByteOrderMark();
    }
    looked = 0;
    state = State.CELL_START;
    enclosedLineFeeds = 0;
    int lineFeed = findEnd();
    while (lineFeed < 0 && buffer.hasMore()) {
      buffer.fill();
      lineFeed = findEnd();
    }
    if (lineFeed < 0 && state == State.QUOTED) {
      enclosedLineFeeds = 0;
      looked = 0;
      lineFeed = buffer.indexOfLineFeed(buffer.next());
    }
    if (lineFeed >= 0) {
      boolean hasCr = lineFeed > buffer.next() && buffer.bytes()[lineFeed - 1] == '\r';
      take(hasCr ? lineFeed - 1 : lineFeed, lineFeed + 1);
      return true;
    }
    if (buffer.isFull()) {
      return skipTooLong();
    }
    if (buffer.held() == 0 || isBroken()) {
      lineNumber = lastLineNumber;
      return false;
    }
    take(buffer.filled(), buffer.filled());
    return true;
  }

  /** Takes the record that ends there; the next one starts behind it. */
  private void take(int end, int nextRecord) {
    record = buffer.bytes();
    from = buffer.next();
    to = end;
    tooLong = to - from > LineReader.MAX_LINE_BYTES;
    countLines();
    buffer.take(nextRecord);
  }

  private void countLines() {
    lineNumber = lastLineNumber + 1;
    lastLineNumber = lineNumber + enclosedLineFeeds;
  }

  /** Goes on looking for the LF that ends the record; -1 when it is not among what is held. */
  private int findEnd() {
    byte[] bytes = buffer.bytes();
    int next = buffer.next();
    int limit = Math.min(buffer.filled(), next + ScanBuffer.MAX_HELD);
    int longest = next + LineReader.MAX_LINE_BYTES;
    for (int i = next + looked; i < limit; i++) {
      byte b = bytes[i];
      if (state == State.QUOTED) {
        if (i >= longest) {
          looked = i - next;
          return -1;
        }
        if (b == '"') {
          state = State.CLOSED;
        } else if (b == '\n') {
          enclosedLineFeeds++;
        }
      } else if (b == '\n') {
        return i;
      } else if (state != State.FAULTY) {
        state = stateBehind(b);
      }
    }
    looked = limit - next;
    return -1;
  }

  private State stateBehind(byte b) {
    if (b == ',') {
      return State.CELL_START;
    }
    return switch (state) {
      case CELL_START -> b == '"' ? State.QUOTED : State.BARE;
      case CLOSED -> b == '"' ? State.QUOTED : State.FAULTY;
      default -> b == '"' ? State.FAULTY : State.BARE;
    };
  }

  /** Reads past a record that is longer than any may be, to the end of its line. */
  private boolean skipTooLong() throws IOException {
    byte[] head = buffer.head();
    if (!buffer.skipLineFeed(buffer.next() + looked) && isBroken()) {
      lineNumber = lastLineNumber;
      return false;
    }
    record = head;
    from = 0;
    to = head.length;
    tooLong = true;
    countLines();
    return true;
  }

  @Override
  public byte[] buffer() {
    return record;
  }

  @Override
  public int from() {
    return from;
  }

  @Override
  public int to() {
    return to;
  }

  @Override
  public boolean isTooLong() {
    return tooLong;
  }

  @Override
  public boolean isBlank() {
    return !tooLong && RecordScanner.isBlank(record, from, to);
  }

  @Override
  public long lineNumber() {
    return lineNumber;
  }

  @Override
  public long lastLineNumber() {
    return lastLineNumber;
  }

  @Override
  public boolean isBroken() {
    return buffer.isBroken();
  }

  @Override
  public void close() throws IOException {
    buffer.close();
  }
}
