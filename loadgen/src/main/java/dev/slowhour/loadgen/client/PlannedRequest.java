package dev.slowhour.loadgen.client;

/**
 * A request as the schedule has it.
 *
 * @param requestId unique within the run
 * @param tenantId who sends it
 * @param endpointId where to
 * @param accelPool the pool that serves the endpoint
 * @param phase what part of the scenario it belongs to, for example {@code normal}
 * @param intendedNanos when it should be sent, nanoseconds since the start of the run, ≥ 0
 * @param inputTokens tokens that its prompt is made to have, ≥ 1
 * @param outputTokens tokens that are asked for, ≥ 1
 */
public record PlannedRequest(
    String requestId,
    String tenantId,
    String endpointId,
    String accelPool,
    String phase,
    long intendedNanos,
    long inputTokens,
    long outputTokens) {}
