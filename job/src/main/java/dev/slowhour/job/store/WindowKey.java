package dev.slowhour.job.store;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.job.workflow.WithdrawnWindow;
import java.time.Instant;

/** What a window is stored under. In the order in which rows are written and locked. */
record WindowKey(EndpointId endpoint, Instant windowStart) implements Comparable<WindowKey> {

  static WindowKey of(JudgedWindow judged) {
    return new WindowKey(judged.window().endpoint(), judged.window().windowStart());
  }

  static WindowKey of(WithdrawnWindow withdrawn) {
    return new WindowKey(withdrawn.endpoint(), withdrawn.windowStart());
  }

  @Override
  public int compareTo(WindowKey other) {
    int byEndpoint = endpoint.compareTo(other.endpoint);
    return byEndpoint != 0 ? byEndpoint : windowStart.compareTo(other.windowStart);
  }
}
