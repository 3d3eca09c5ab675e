package dev.slowhour.core.data;

import java.time.Instant;
import java.util.Optional;

/**
 * One version of what a tenant and the platform agreed on for an endpoint.
 *
 * @param ttftSloMs a request misses its SLO when its TTFT is above this, milliseconds ≥ 1
 * @param tpotSloMs likewise for its TPOT, milliseconds ≥ 1
 * @param maxConcurrency how many requests may be in progress at once, ≥ 1
 * @param maxInputTokens how many input tokens a request may have, ≥ 1
 * @param validFromOrNull from when on this version holds; null: since ever
 */
public record Contract(
    String tenantId,
    String tenantName,
    String endpointId,
    String model,
    long ttftSloMs,
    long tpotSloMs,
    long maxConcurrency,
    long maxInputTokens,
    Instant validFromOrNull) {

  /** From when on this version holds; empty: since ever. */
  public Optional<Instant> validFrom() {
    return Optional.ofNullable(validFromOrNull);
  }

  /** The endpoint that this contract is about. */
  public EndpointId endpoint() {
    return new EndpointId(tenantId, endpointId);
  }
}
