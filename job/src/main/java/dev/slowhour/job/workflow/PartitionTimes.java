package dev.slowhour.job.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The newest time of each partition that one subtask reads, and which have fallen silent. */
final class PartitionTimes {

  private static final class Partition {
    private long newestMs = Long.MIN_VALUE;
    private long quietMs;
  }

  private final long silenceMs;
  private final ObservedTime time;
  private final Map<Integer, Partition> partitions = new TreeMap<>();
  private boolean ended;

  // The partition of the row before is most often that of the next.
  private int lastNumber = -1;
  private Partition last;

  /**
   * None so far.
   *
   * @param silenceMs after how long without a row a partition is silent
   * @param wallMs the wall clock
   */
  PartitionTimes(long silenceMs, long wallMs) {
    this.silenceMs = silenceMs;
    time = new ObservedTime(wallMs);
  }

  /** A row of that time came. */
  void see(int number, long timeMs) {
    if (number != lastNumber || last == null) {
      last = partitions.computeIfAbsent(number, missing -> new Partition());
      lastNumber = number;
    }
    last.newestMs = Math.max(last.newestMs, timeMs);
    last.quietMs = 0;
  }

  /** Time passes. */
  void pass(long wallMs) {
    long step = time.step(wallMs);
    partitions.values().forEach(partition -> partition.quietMs += step);
  }

  /** There is nothing more to come. */
  void end() {
    ended = true;
  }

  /** How far each has been read. */
  List<PartitionTime> read() {
    List<PartitionTime> read = new ArrayList<>(partitions.size());
    partitions.forEach(
        (number, partition) ->
            read.add(
                new PartitionTime(
                    number, partition.newestMs, ended || partition.quietMs >= silenceMs)));
    return read;
  }
}
