package dev.slowhour.core.read;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a stream into numbered records: the lines of a file, or the records of a CSV file, which may
 * span lines. Whatever is damaged, each line belongs to exactly one record.
 */
abstract class RecordScanner implements Closeable {

  /** What has been read of the stream and not been cut yet. */
  final ScanBuffer input;

  private byte[] record = new byte[0];
  private int from;
  private int to;
  private boolean tooLong;
  private long lineNumber;
  private long lastLineNumber;

  /** Scans that stream from its start; closing the scanner closes it. */
  RecordScanner(InputStream in) {
    input = new ScanBuffer(in);
  }

  /**
   * Moves on to the next record.
   *
   * @return false at the end
   * @throws IOException when the stream cannot be read
   */
  public abstract boolean next() throws IOException;

  /** Cuts off the record that ends there; what is read next starts behind it. */
  final void cut(int end, int nextRecord) {
    record = input.bytes();
    from = input.next();
    to = end;
    tooLong = to - from > LineReader.MAX_LINE_BYTES;
    input.take(nextRecord);
  }

  /** Keeps the beginning of a record that was read past. */
  final void cutTooLong(byte[] head) {
    record = head;
    from = 0;
    to = head.length;
    tooLong = true;
  }

  /** Numbers the lines of the record that was cut off. */
  final void number(long first, long last) {
    lineNumber = first;
    lastLineNumber = last;
  }

  /** The bytes that hold the record; good until the next call of {@link #next()}. */
  public final byte[] buffer() {
    return record;
  }

  /** Where the record starts in the buffer. */
  public final int from() {
    return from;
  }

  /** Where the record, or what is held of one that is too long, ends in the buffer. */
  public final int to() {
    return to;
  }

  /** Whether the record is longer than {@link LineReader#MAX_LINE_BYTES}. */
  public final boolean isTooLong() {
    return tooLong;
  }

  /** Whether the record is one line of nothing but spaces, tabs and CR. */
  public final boolean isBlank() {
    return !tooLong && isBlank(record, from, to);
  }

  /** The number of the record's first line, from 1. */
  public final long lineNumber() {
    return lineNumber;
  }

  /** The number of the record's last line; after the end that of the last line of all. */
  public final long lastLineNumber() {
    return lastLineNumber;
  }

  /** Whether the stream broke; known once {@link #next()} has returned false. */
  public final boolean isBroken() {
    return input.isBroken();
  }

  @Override
  public final void close() throws IOException {
    input.close();
  }

  /** Whether the bytes are nothing but spaces, tabs and CR. */
  static boolean isBlank(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}
