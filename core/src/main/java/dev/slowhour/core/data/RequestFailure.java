package dev.slowhour.core.data;

import java.time.Instant;
import java.util.Optional;

/**
 * One readable {@code request_failures} line: a request that ended without an answer.
 *
 * @param requestId counted once in its tenant, endpoint and hour
 * @param tenantId who sent it
 * @param endpointId where to
 * @param accelPoolOrNull the pool that it got to; null when it got to none, or nobody knows
 * @param arrivedAt when it was sent
 * @param kind how it ended
 * @param statusOrNull the HTTP status that it ended with; null when there was none
 */
public record RequestFailure(
    String requestId,
    String tenantId,
    String endpointId,
    String accelPoolOrNull,
    Instant arrivedAt,
    FailureKind kind,
    Long statusOrNull) {

  /** The pool that it got to. */
  public Optional<String> accelPool() {
    return Optional.ofNullable(accelPoolOrNull);
  }

  /** The HTTP status that it ended with. */
  public Optional<Long> status() {
    return Optional.ofNullable(statusOrNull);
  }
}
