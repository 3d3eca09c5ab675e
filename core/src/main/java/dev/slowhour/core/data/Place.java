package dev.slowhour.core.data;

/**
 * Where a line stood: the first by place is the one that came first.
 *
 * @param source index (from 0) into the run's list of inputs of one table: files in path order, or
 *     partitions by number
 * @param line line number from 1 in a file, element position from 1 in a JSON array, or offset from
 *     0 in a partition
 */
public record Place(int source, long line) implements Comparable<Place> {

  @Override
  public int compareTo(Place other) {
    return source != other.source
        ? Integer.compare(source, other.source)
        : Long.compare(line, other.line);
  }
}
