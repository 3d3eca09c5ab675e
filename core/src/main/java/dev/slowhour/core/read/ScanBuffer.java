package dev.slowhour.core.read;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bytes of a stream that a scanner is at: what has been read and not been taken, and as much
 * more as it asks for. Whoever takes what it holds before it is full holds the longest record and
 * no more than that twice.
 */
final class ScanBuffer implements Closeable {

  /** A record at its longest, with CR and LF. */
  static final int MAX_HELD = LineReader.MAX_LINE_BYTES + 2;

  private static final int INITIAL_BYTES = 256 * 1024;

  /** What is kept of a record that is read past: more than a notice shows. */
  private static final int HEAD = 4 * 1024;

  private final InputStream in;
  private byte[] bytes = new byte[INITIAL_BYTES];

  /** What is held is {@code bytes[next, filled)}. */
  private int next;

  private int filled;
  private boolean atEnd;

  /** Bytes of that stream from where it is; closing the buffer closes it. */
  ScanBuffer(InputStream in) {
    this.in = in;
  }

  /** The array that holds them; another one after {@link #fill}. */
  byte[] bytes() {
    return bytes;
  }

  /** Where what is held starts. */
  int next() {
    return next;
  }

  /** Where it ends. */
  int filled() {
    return filled;
  }

  /** How much is held. */
  int held() {
    return filled - next;
  }

  /** Whether more is held than the longest record has. */
  boolean isFull() {
    return held() >= MAX_HELD;
  }

  /** Whether {@link #fill} may bring the end of a record that is not held yet. */
  boolean hasMore() {
    return !atEnd && !isFull();
  }

  /** Lets go of what stands before that index. */
  void take(int to) {
    next = to;
  }

  /** The index of the first LF from there on; -1 when it is not held. */
  int indexOfLineFeed(int start) {
    for (int i = start; i < filled; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Lets go of a byte-order mark; for the start of the stream. */
  void skipByteOrderMark() throws IOException {
    while (filled < 3 && !atEnd) {
      fill();
    }
    if (next == 0 && filled >= 3 && Utf8.startsWithByteOrderMark(bytes, 0)) {
      next = 3;
    }
  }

  /** Reads more, or notices the end. What is held moves to the front of the array. */
  void fill() throws IOException {
    if (next > 0) {
      System.arraycopy(bytes, next, bytes, 0, filled - next);
      filled -= next;
      next = 0;
    }
    if (filled == bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, 2L * MAX_HELD));
    }
    int read = in.read(bytes, filled, bytes.length - filled);
    if (read < 0) {
      atEnd = true;
    } else {
      filled += read;
    }
  }

  /** The start of a record of which too much is held, to be kept while the rest is read past. */
  byte[] head() {
    return Arrays.copyOfRange(bytes, next, next + HEAD);
  }

  /**
   * Reads past the next LF from that index on, holding nothing of what passes.
   *
   * @return false when the stream ends before
   */
  boolean skipLineFeed(int start) throws IOException {
    next = start;
    int lineFeed = indexOfLineFeed(next);
    while (lineFeed < 0 && !atEnd) {
      next = filled;
      fill();
      lineFeed = indexOfLineFeed(next);
    }
    next = lineFeed < 0 ? filled : lineFeed + 1;
    return lineFeed >= 0;
  }

  /** Whether the stream broke; known once it has been read to its end. */
  boolean isBroken() {
    return in instanceof GunzipStream gunzip && gunzip.isBroken();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
