package dev.slowhour.job.workflow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Stream time W (docs/data.md): the least, over the partitions that are not silent, of the newest
 * completion seen, minus D. It never goes back. While all are silent it goes on with the wall time
 * that passes; as long as a partition was not heard of and may still be, it stands.
 */
final class StreamClock {

  private final int partitions;
  private final long disorderMs;
  private final long silenceMs;
  private final ObservedTime time;
  private final Map<Integer, List<PartitionTime>> readBySubtask = new HashMap<>();
  private long runningMs;
  private boolean allSilent;
  private OptionalLong stream;

  /**
   * A clock that has not heard of any partition.
   *
   * @param partitions how many there are at the start
   * @param restored what it showed before a restart
   * @param wallMs the wall clock
   */
  StreamClock(int partitions, long disorderMs, long silenceMs, OptionalLong restored, long wallMs) {
    this.partitions = partitions;
    this.disorderMs = disorderMs;
    this.silenceMs = silenceMs;
    stream = restored;
    time = new ObservedTime(wallMs);
  }

  /** Takes in how far partitions have been read. */
  void read(Positions positions) {
    readBySubtask.put(positions.subtask(), positions.partitions());
  }

  /** Lets wall time pass and tells W in milliseconds since 1970 (UTC); empty before the first. */
  OptionalLong at(long wallMs) {
    long step = time.step(wallMs);
    runningMs += step;
    List<PartitionTime> read = readBySubtask.values().stream().flatMap(List::stream).toList();
    long heardOf = read.stream().mapToInt(PartitionTime::partition).distinct().count();
    boolean mayHearOfMore = heardOf < partitions && runningMs < silenceMs;
    if (mayHearOfMore || read.isEmpty()) {
      return stream;
    }
    OptionalLong slowest =
        read.stream()
            .filter(partition -> !partition.silent())
            .mapToLong(PartitionTime::newestMs)
            .min();
    if (slowest.isPresent()) {
      allSilent = false;
      goTo(slowest.getAsLong() - disorderMs);
    } else {
      goOn(read, step);
    }
    return stream;
  }

  private void goOn(List<PartitionTime> read, long step) {
    if (stream.isEmpty()) {
      // All fell silent before W was known: nobody is waited for, so the newest tells the time.
      goTo(read.stream().mapToLong(PartitionTime::newestMs).max().orElseThrow() - disorderMs);
    } else if (allSilent) {
      goTo(stream.getAsLong() + step);
    }
    allSilent = true;
  }

  private void goTo(long timeMs) {
    stream = OptionalLong.of(stream.isPresent() ? Math.max(stream.getAsLong(), timeMs) : timeMs);
  }
}
