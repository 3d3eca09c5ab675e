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
final class CsvScanner extends RecordScanner {

  private enum State {
    CELL_START,
    BARE,
    QUOTED,
    /** Behind a quote in a quoted cell: its end, unless another quote follows. */
    CLOSED,
    FAULTY
  }

  /**
   * How far the record that starts at the buffer's next byte has been looked at, and in which
   * state.
   */
  private int looked;

  private State state = State.CELL_START;
  private long enclosedLineFeeds;

  /** Scans that stream from its start; closing the scanner closes it. */
  CsvScanner(InputStream in) {
    super(in);
  }

  @Override
  public boolean next() throws IOException {
    if (lastLineNumber() == 0) {
      input.skipByteOrderMark();
    }
    looked = 0;
    state = State.CELL_START;
    enclosedLineFeeds = 0;
    int lineFeed = findEnd();
    while (lineFeed < 0 && input.hasMore()) {
      input.fill();
      lineFeed = findEnd();
    }
    if (lineFeed < 0 && state == State.QUOTED) {
      enclosedLineFeeds = 0;
      looked = 0;
      lineFeed = input.indexOfLineFeed(input.next());
    }
    if (lineFeed >= 0) {
      boolean hasCr = lineFeed > input.next() && input.bytes()[lineFeed - 1] == '\r';
      take(hasCr ? lineFeed - 1 : lineFeed, lineFeed + 1);
      return true;
    }
    if (input.isFull()) {
      return skipTooLong();
    }
    if (input.held() == 0 || isBroken()) {
      number(lastLineNumber(), lastLineNumber());
      return false;
    }
    take(input.filled(), input.filled());
    return true;
  }

  private void take(int end, int nextRecord) {
    cut(end, nextRecord);
    countLines();
  }

  private void countLines() {
    long first = lastLineNumber() + 1;
    number(first, first + enclosedLineFeeds);
  }

  /** Goes on looking for the LF that ends the record; -1 when it is not among what is held. */
  private int findEnd() {
    byte[] bytes = input.bytes();
    int next = input.next();
    int limit = Math.min(input.filled(), next + ScanBuffer.MAX_HELD);
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
    byte[] head = input.head();
    if (!input.skipLineFeed(input.next() + looked) && isBroken()) {
      number(lastLineNumber(), lastLineNumber());
      return false;
    }
    cutTooLong(head);
    countLines();
    return true;
  }
}
