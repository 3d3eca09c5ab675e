package dev.slowhour.core.read;

import java.io.Closeable;
import java.io.IOException;

/**
 * Cuts a stream into numbered records: the lines of a file, or the records of a CSV file, which may
 * span lines. Whatever is damaged, each line belongs to exactly one record.
 */
interface RecordScanner extends Closeable {

  /**
   * Moves on to the next record.
   *
   * @return false at the end
   * @throws IOException when the stream cannot be read
   */
  boolean next() throws IOException;

  /** The bytes that hold the record; good until the next call of {@link #next()}. */
  byte[] buffer();

  /** Where the record starts in the buffer. */
  int from();

  /** Where the record, or what is held of one that is too long, ends in the buffer. */
  int to();

  /** Whether the record is longer than {@link LineReader#MAX_LINE_BYTES}. */
  boolean isTooLong();

  /** Whether the record is one line of nothing but spaces, tabs and CR. */
  boolean isBlank();

  /** The number of the record's first line, from 1. */
  long lineNumber();

  /** The number of the record's last line; after the end that of the last line of all. */
  long lastLineNumber();

  /** Whether the stream broke; known once {@link #next()} has returned false. */
  boolean isBroken();

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
