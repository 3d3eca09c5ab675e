package dev.slowhour.core.audit;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;

/** What names a window. Ordered as the output is sorted. */
record WindowId(EndpointId endpoint, Instant start) implements Comparable<WindowId> {

  @Override
  public int compareTo(WindowId other) {
    int byEndpoint = endpoint.compareTo(other.endpoint);
    return byEndpoint != 0 ? byEndpoint : start.compareTo(other.start);
  }
}
