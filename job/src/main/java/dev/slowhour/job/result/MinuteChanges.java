package dev.slowhour.job.result;

import dev.slowhour.core.compare.MinuteChange;
import dev.slowhour.core.compare.VerdictReading;
import java.util.ArrayList;
import java.util.List;

/** Counts minutes and keeps those that change. */
public final class MinuteChanges {

  private final List<MinuteChange> changes = new ArrayList<>();
  private long minutes;

  /** None so far. */
  public MinuteChanges() {}

  /** Adds a minute. */
  public void add(MinuteChange minute) {
    minutes++;
    if (minute.changes(VerdictReading.BY_RULE) || minute.changes(VerdictReading.AT_SLO)) {
      changes.add(minute);
    }
  }

  /** All minutes of all windows. */
  public long minutes() {
    return minutes;
  }

  /** Minutes whose concurrency is another, by one reading at least, in their order. */
  public List<MinuteChange> changes() {
    return List.copyOf(changes);
  }

  /** How many have another concurrency by that reading. */
  public long changed(VerdictReading reading) {
    return changes.stream().filter(minute -> minute.changes(reading)).count();
  }

  /** How many are over the contract by one length and not by the other. */
  public long flipped(VerdictReading reading) {
    return changes.stream().filter(minute -> minute.flips(reading)).count();
  }
}
