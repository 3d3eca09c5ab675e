package dev.slowhour.loadgen.fit;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which requests were sent because another had been answered. A log does not say it, but a worker
 * that waits for its answer sends at the very instant at which it is there. Replayed as if they had
 * been sent anyway, such requests pile up behind an engine that is a little slower than the real
 * one was; replayed as a loop they wait, as they did.
 */
public final class ClosedLoops {

  /** What is left of an instant after a log has rounded it, and what a worker needs. */
  private static final long TOLERANCE_NANOS = 5_000_000;

  static final int NOBODY = -1;

  private ClosedLoops() {}

  /** All requests are sent whatever happens to others. */
  public static int[] none(Recording recording) {
    int[] before = new int[recording.requests().size()];
    Arrays.fill(before, NOBODY);
    return before;
  }

  /**
   * For each request the one whose answer it waited for, or {@link #NOBODY}.
   *
   * @param endpoints indexes of those that send in loops; others do not
   */
  public static int[] find(Recording recording, Set<Integer> endpoints) {
    int[] before = none(recording);
    List<Recording.Request> requests = recording.requests();
    for (int endpoint : endpoints) {
      TreeMap<Long, Integer> answered = new TreeMap<>();
      for (int i = 0; i < requests.size(); i++) {
        Recording.Request request = requests.get(i);
        if (request.endpoint() != endpoint) {
          continue;
        }
        var last = answered.floorEntry(request.sentNanos() + TOLERANCE_NANOS);
        if (last != null && last.getKey() >= request.sentNanos() - TOLERANCE_NANOS) {
          before[i] = last.getValue();
          answered.remove(last.getKey());
        }
        answered.put(request.endNanos(), i);
      }
    }
    return before;
  }
}
