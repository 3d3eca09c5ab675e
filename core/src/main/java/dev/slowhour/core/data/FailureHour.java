package dev.slowhour.core.data;

import java.time.Instant;

/**
 * How many requests of one endpoint and hour ended without an answer, each request id counted once.
 *
 * @param windowStart the start of the hour in which they were sent
 * @param refused those that were turned away
 * @param timeouts those that were given up
 * @param cancelled those that were taken back
 * @param errors those that broke off
 */
public record FailureHour(
    String tenantId,
    String endpointId,
    Instant windowStart,
    long refused,
    long timeouts,
    long cancelled,
    long errors) {

  /** The endpoint that they were sent to. */
  public EndpointId endpoint() {
    return new EndpointId(tenantId, endpointId);
  }

  /** All of them. */
  public long count() {
    return refused + timeouts + cancelled + errors;
  }
}
