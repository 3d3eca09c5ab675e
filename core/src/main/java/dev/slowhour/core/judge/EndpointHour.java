package dev.slowhour.core.judge;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;
import java.util.Optional;

/**
 * What a pool has to know of one endpoint's hour.
 *
 * @param tenantId the tenant
 * @param endpointId its endpoint
 * @param hour the start of the hour
 * @param accelPool the endpoint's pool in this hour
 * @param requests requests that count and arrived, for each of the 60 minutes
 * @param windowOrNull the window; null where no contract is in force
 */
public record EndpointHour(
    String tenantId,
    String endpointId,
    Instant hour,
    String accelPool,
    int[] requests,
    EndpointWindow windowOrNull) {

  /** The endpoint. */
  public EndpointId endpoint() {
    return new EndpointId(tenantId, endpointId);
  }

  /** The window; empty where no contract is in force. */
  public Optional<EndpointWindow> window() {
    return Optional.ofNullable(windowOrNull);
  }
}
