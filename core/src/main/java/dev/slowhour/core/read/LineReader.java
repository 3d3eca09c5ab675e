package dev.slowhour.core.read;

import dev.slowhour.core.data.Place;

/**
 * Reads lines of one table. An instance keeps buffers from line to line: one thread at a time.
 *
 * @param <T> the table's row
 */
public interface LineReader<T> {

  /** A line longer than this many bytes, without its line end, is no line of any table. */
  int MAX_LINE_BYTES = 1_048_576;

  /**
   * Reads the line in {@code bytes[from, to)}, given without its line end.
   *
   * @param place where the line stood
   */
  Reading<T> read(Place place, byte[] bytes, int from, int to);

  /** What is said about a line that is no row of its format, or too long to be held. */
  Reading.Fault<T> malformed();

  /**
   * Lines so far with a value that does not fit but would in another unit: {@code ttft_ms} in
   * seconds, {@code kv_cache_util} in percent. For whoever looks for the cause of many faults.
   */
  default long valuesInAnotherUnit() {
    return 0;
  }
}
