package dev.slowhour.core.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into numbered lines.
 *
 * <p>A line ends with LF; a CR before it is dropped, and so is a byte-order mark at the start. A
 * line that is longer than {@link LineReader#MAX_LINE_BYTES} is read past and never held: only its
 * beginning can be looked at. When the stream turns out to be broken ({@link GunzipStream}), what
 * stands behind the last LF is not a line.
 */
public final class LineScanner implements RecordScanner {

  private static final int INITIAL_BUFFER = 256 * 1024;

  /** A line at its longest, with CR and LF. */
  private static final int MAX_HELD = LineReader.MAX_LINE_BYTES + 2;

  private final InputStream in;
  private byte[] buffer = new byte[INITIAL_BUFFER];

  /** Unread bytes are {@code buffer[next, filled)}. */
  private int next;

  private int filled;
  private boolean atEnd;
  private int from;
  private int to;
  private boolean tooLong;
  private long lineNumber;

  /** Scans that stream from its start; closing the scanner closes it. */
  public LineScanner(InputStream in) {
    this.in = in;
  }

  @Override
  public boolean next() throws IOException {
    if (lineNumber == 0) {
      skipByteOrderMark();
    }
    int searched = next;
    int lineFeed = indexOfLineFeed(searched);
    while (lineFeed < 0 && !atEnd && filled - next < MAX_HELD) {
      searched = filled - next;
      fill();
      searched += next;
      lineFeed = indexOfLineFeed(searched);
    }
    if (lineFeed < 0 && filled - next >= MAX_HELD) {
      return skipTooLong();
    }
    if (lineFeed < 0 && (next == filled || isBroken())) {
      return false;
    }
    int end = lineFeed < 0 ? filled : lineFeed;
    lineNumber++;
    from = next;
    to = lineFeed > from && buffer[lineFeed - 1] == '\r' ? lineFeed - 1 : end;
    tooLong = to - from > LineReader.MAX_LINE_BYTES;
    int consumed = lineFeed < 0 ? end : end + 1;
    next = consumed;
    return true;
  }

  @Override
  public byte[] buffer() {
    return buffer;
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
    return !tooLong && RecordScanner.isBlank(buffer, from, to);
  }

  @Override
  public long lineNumber() {
    return lineNumber;
  }

  @Override
  public long lastLineNumber() {
    return lineNumber;
  }

  @Override
  public boolean isBroken() {
    return in instanceof GunzipStream gunzip && gunzip.isBroken();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void skipByteOrderMark() throws IOException {
    while (filled < 3 && !atEnd) {
      fill();
    }
    if (next == 0 && filled >= 3 && Utf8.startsWithByteOrderMark(buffer, 0)) {
      next = 3;
    }
  }

  /** Reads past a line of which the buffer is full. Its length is beyond the limit in any case. */
  private boolean skipTooLong() throws IOException {
    lineNumber++;
    tooLong = true;
    from = 0;
    // Keep the beginning at the front, and let the rest pass behind it.
    System.arraycopy(buffer, next, buffer, 0, filled - next);
    int held = filled - next;
    int keep = Math.min(held, LineReader.MAX_LINE_BYTES / 2);
    to = keep;
    while (true) {
      int read = in.read(buffer, keep, buffer.length - keep);
      if (read < 0) {
        atEnd = true;
        next = keep;
        filled = keep;
        if (isBroken()) {
          lineNumber--;
          return false;
        }
        return true;
      }
      next = keep;
      filled = keep + read;
      int lineFeed = indexOfLineFeed(keep);
      if (lineFeed >= 0) {
        next = lineFeed + 1;
        return true;
      }
    }
  }

  private int indexOfLineFeed(int start) {
    for (int i = start; i < filled; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
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
}
