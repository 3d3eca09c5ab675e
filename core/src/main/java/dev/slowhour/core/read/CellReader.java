package dev.slowhour.core.read;

import dev.slowhour.core.data.NoticeCode;

/** Reads one line of a format into {@link Cells}. One thread at a time. */
interface CellReader {

  /**
   * Fills the cells from the line in {@code bytes[from, to)}.
   *
   * @return false when the line is not one row of the format; the cells then mean nothing
   */
  boolean read(byte[] bytes, int from, int to, Cells cells);

  /** What is said about a line that is not one row of the format. */
  NoticeCode malformed();
}
