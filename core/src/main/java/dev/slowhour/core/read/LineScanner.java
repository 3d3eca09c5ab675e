package dev.slowhour.core.read;

import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a stream into numbered lines.
 *
 * <p>A line ends with LF; a CR before it is dropped, and so is a byte-order mark at the start. A
 * line that is longer than {@link LineReader#MAX_LINE_BYTES} is read past and never held: only its
 * beginning can be looked at. When the stream turns out to be broken ({@link GunzipStream}), what
 * stands behind the last LF is not a line.
 */
public final class LineScanner extends RecordScanner {

  /** Scans that stream from its start; closing the scanner closes it. */
  public LineScanner(InputStream in) {
    super(in);
  }

  @Override
  public boolean next() throws IOException {
    if (lineNumber() == 0) {
      input.skipByteOrderMark();
    }
    int lineFeed = input.indexOfLineFeed(input.next());
    while (lineFeed < 0 && input.hasMore()) {
      int searched = input.held();
      input.fill();
      lineFeed = input.indexOfLineFeed(input.next() + searched);
    }
    if (lineFeed < 0 && input.isFull()) {
      return skipTooLong();
    }
    if (lineFeed < 0 && (input.held() == 0 || isBroken())) {
      return false;
    }
    int end = lineFeed < 0 ? input.filled() : lineFeed;
    boolean hasCr = lineFeed > input.next() && input.bytes()[lineFeed - 1] == '\r';
    cut(hasCr ? lineFeed - 1 : end, lineFeed < 0 ? end : end + 1);
    countLine();
    return true;
  }

  /** Reads past a line of which the buffer is full: it is beyond the limit in any case. */
  private boolean skipTooLong() throws IOException {
    byte[] head = input.head();
    if (!input.skipLineFeed(input.filled()) && isBroken()) {
      return false;
    }
    cutTooLong(head);
    countLine();
    return true;
  }

  private void countLine() {
    number(lineNumber() + 1, lineNumber() + 1);
  }
}
