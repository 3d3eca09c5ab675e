package dev.slowhour.loadgen.fit;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;
import java.util.List;

/**
 * Requests that were answered by one engine.
 *
 * @param start what times are counted from: the minute in which the first was sent
 * @param endpoints in order
 * @param requests in the order in which they were sent
 */
public record Recording(Instant start, List<EndpointId> endpoints, List<Request> requests) {

  /**
   * A request as it was measured.
   *
   * @param sentNanos since the start
   * @param endpoint index of its endpoint
   */
  public record Request(
      long sentNanos,
      int endpoint,
      int promptTokens,
      int outputTokens,
      double ttftMs,
      double tpotMs) {

    /** When its last token came. */
    long endNanos() {
      return sentNanos + Math.round((ttftMs + tpotMs * (outputTokens - 1)) * 1e6);
    }
  }

  public Recording {
    endpoints = List.copyOf(endpoints);
    requests = List.copyOf(requests);
  }

  /** Nanoseconds from the start to an instant, before it or after. */
  public long nanosAt(Instant instant) {
    return (instant.getEpochSecond() - start.getEpochSecond()) * 1_000_000_000L
        + instant.getNano()
        - start.getNano();
  }
}
