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
public final class LineScanner implements RecordScanner {

  private final ScanBuffer buffer;
  private byte[] line = new byte[0];
  private int from;
  private int to;
  private boolean tooLong;
  private long lineNumber;

  /** Scans that stream from its start; closing the scanner closes it. */
  public LineScanner(InputStream in) {
    buffer = new ScanBuffer(in);
  }

  @Override
  public boolean next() throws IOException {
    if (lineNumber == 0) {
      buffer.skipByteOrderMark();
    }
    int lineFeed = buffer.indexOfLineFeed(buffer.next());
    while (lineFeed < 0 && buffer.hasMore()) {
      int searched = buffer.held();
      buffer.fill();
      lineFeed = buffer.indexOfLineFeed(buffer.next() + searched);
    }
    if (lineFeed < 0 && buffer.isFull()) {
      return skipTooLong();
    }
    if (lineFeed < 0 && (buffer.held() == 0 || isBroken())) {
      return false;
    }
    line = buffer.bytes();
    from = buffer.next();
    int end = lineFeed < 0 ? buffer.filled() : lineFeed;
    to = lineFeed > from && line[lineFeed - 1] == '\r' ? lineFeed - 1 : end;
    tooLong = to - from > LineReader.MAX_LINE_BYTES;
    lineNumber++;
    buffer.take(lineFeed < 0 ? end : end + 1);
    return true;
  }

  /** Reads past a line of which the buffer is full: it is beyond the limit in any case. */
  private boolean skipTooLong() throws IOException {
    byte[] head = buffer.head();
    if (!buffer.skipLineFeed(buffer.filled()) && isBroken()) {
      return false;
    }
    line = head;
    from = 0;
    to = head.length;
    tooLong = true;
    lineNumber++;
    return true;
  }

  @Override
  public byte[] buffer() {
    return line;
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
    return !tooLong && RecordScanner.isBlank(line, from, to);
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
    return buffer.isBroken();
  }

  @Override
  public void close() throws IOException {
    buffer.close();
  }
}
