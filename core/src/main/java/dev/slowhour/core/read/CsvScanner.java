package dev.slowhour.core.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

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

  private static final int INITIAL_BUFFER = 256 * 1024;

  /** A record at its longest, with CR and LF. */
  private static final int MAX_HELD = LineReader.MAX_LINE_BYTES + 2;

  /** What is kept of a record that is read past: more than a notice shows. */
  private static final int HEAD = 4 * 1024;

  private enum State {
    CELL_START,
    BARE,
    QUOTED,
    /** Behind a quote in a quoted cell: its end, unless another quote follows. */
    CLOSED,
    FAULTY
  }

  private final InputStream in;
  private byte[] buffer = new byte[INITIAL_BUFFER];

  /** Unread bytes are {@code buffer[next, filled)}. */
  private int next;

  private int filled;
  private boolean atEnd;

  /** How far the record that starts at {@code next} has been looked at, and in which state. */
  private int looked;

  private State state = State.CELL_START;
  private long enclosedLineFeeds;

  private byte[] record = buffer;
  private int from;
  private int to;
  private boolean tooLong;
  private long lineNumber;
  private long lastLineNumber;

  /** Scans that stream from its start; closing the scanner closes it. */
  CsvScanner(InputStream in) {
    this.in = in;
  }

  @Override
  public boolean next() throws IOException {
    if (lastLineNumber == 0) {
      skipByteOrderMark();
    }
    looked = 0;
    state = State.CELL_START;
    enclosedLineFeeds = 0;
    int lineFeed = findEnd();
    while (lineFeed < 0 && !atEnd && filled - next < MAX_HELD) {
      fill();
      lineFeed = findEnd();
    }
    if (lineFeed < 0 && state == State.QUOTED) {
      enclosedLineFeeds = 0;
      looked = 0;
      lineFeed = indexOfLineFeed(next);
    }
    if (lineFeed >= 0) {
      take(lineFeed > next && buffer[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed);
      next = lineFeed + 1;
      return true;
    }
    if (filled - next >= MAX_HELD) {
      return skipTooLong();
    }
    if (next == filled || isBroken()) {
      lineNumber = lastLineNumber;
      return false;
    }
    take(filled);
    next = filled;
    return true;
  }

  private void take(int end) {
    record = buffer;
    from = next;
    to = end;
    tooLong = to - from > LineReader.MAX_LINE_BYTES;
    countLines();
  }

  private void countLines() {
    lineNumber = lastLineNumber + 1;
    lastLineNumber = lineNumber + enclosedLineFeeds;
  }

  /** Goes on looking for the LF that ends the record; -1 when it is not among what is held. */
  private int findEnd() {
    int limit = Math.min(filled, next + MAX_HELD);
    int longest = next + LineReader.MAX_LINE_BYTES;
    for (int i = next + looked; i < limit; i++) {
      byte b = buffer[i];
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
    byte[] head = Arrays.copyOfRange(buffer, next, next + HEAD);
    next += looked;
    int lineFeed = indexOfLineFeed(next);
    while (lineFeed < 0 && !atEnd) {
      next = filled;
      fill();
      lineFeed = indexOfLineFeed(next);
    }
    next = lineFeed < 0 ? filled : lineFeed + 1;
    if (lineFeed < 0 && isBroken()) {
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

  private int indexOfLineFeed(int start) {
    for (int i = start; i < filled; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void skipByteOrderMark() throws IOException {
    while (filled < 3 && !atEnd) {
      fill();
    }
    if (next == 0 && filled >= 3 && Utf8.startsWithByteOrderMark(buffer, 0)) {
      next = 3;
    }
  }

  private void fill() throws IOException {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, filled - next);
      filled -= next;
      next = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(2L * buffer.length, 2L * MAX_HELD));
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    if (read < 0) {
      atEnd = true;
    } else {
      filled += read;
    }
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
    return in instanceof GunzipStream gunzip && gunzip.isBroken();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
