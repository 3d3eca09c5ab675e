package dev.slowhour.core.compare;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;

/**
 * Which window it is; in the order of judged files.
 *
 * @param windowStart the start of its hour
 */
public record WindowKey(EndpointId endpoint, Instant windowStart) implements Comparable<WindowKey> {

  @Override
  public int compareTo(WindowKey other) {
    int byEndpoint = endpoint.compareTo(other.endpoint);
    return byEndpoint != 0 ? byEndpoint : windowStart.compareTo(other.windowStart);
  }
}
