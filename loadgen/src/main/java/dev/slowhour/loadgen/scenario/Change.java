package dev.slowhour.loadgen.scenario;

import dev.slowhour.core.data.EndpointId;
import java.time.Duration;

/**
 * Traffic that differs from what is usual, for a part of an hour.
 *
 * @param endpoint whose
 * @param from since the start of the hour
 * @param lasts how long
 * @param isInstead whether the usual traffic is silent meanwhile; otherwise this is added to it
 */
public record Change(
    Kind kind,
    EndpointId endpoint,
    Duration from,
    Duration lasts,
    boolean isInstead,
    Source source) {

  /** What it is meant to be; what it does lies in the other fields. */
  public enum Kind {
    /** More requests in progress at once than the contract allows: workers beside the usual. */
    OVER_CONCURRENCY,
    /** Longer inputs than the contract allows, instead of the usual. */
    LONG_INPUT,
    /** A neighbour that sends more beside the usual. */
    FLOOD,
    /** Requests of a given pattern, instead of the usual. */
    PATTERN
  }
}
