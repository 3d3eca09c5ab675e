package dev.slowhour.job.workflow;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;

/**
 * One hour of an endpoint.
 *
 * @param endpoint the endpoint
 * @param hour the start of the hour
 */
public record EndpointAndHour(EndpointId endpoint, Instant hour)
    implements Comparable<EndpointAndHour> {

  // With an order a map of ids whose hashes are equal is not searched in full.
  @Override
  public int compareTo(EndpointAndHour other) {
    int byEndpoint = endpoint.compareTo(other.endpoint);
    return byEndpoint != 0 ? byEndpoint : hour.compareTo(other.hour);
  }
}
