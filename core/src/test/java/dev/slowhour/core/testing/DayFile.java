package dev.slowhour.core.testing;

import java.util.List;

/**
 * One input file. Its first line has the number 1.
 *
 * @param name the file's name, for example {@code request_logs-1.jsonl}; what ends in {@code .gz}
 *     is compressed, what ends in {@code .json} is an array
 * @param lines the lines, or the elements of the array
 */
public record DayFile(String name, List<Line> lines) {

  /** Takes a copy. */
  public DayFile {
    lines = List.copyOf(lines);
  }
}
