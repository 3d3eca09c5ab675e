package dev.slowhour.job.workflow;

import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.EndpointHour;
import java.time.Instant;

/**
 * Something that happened in a pool, sent to an hour that looks at it: its own or the next. One of
 * the two parts is set.
 *
 * @param accelPool the pool
 * @param lookingHour the start of the hour that looks at it
 * @param endpointHourOrNull arrivals of an endpoint; with its window only for its own hour
 * @param metricOrNull a metric
 */
public record PoolInput(
    String accelPool,
    Instant lookingHour,
    EndpointHour endpointHourOrNull,
    PoolMetric metricOrNull) {

  /** Where the input goes. */
  PoolAndHour key() {
    return new PoolAndHour(accelPool, lookingHour);
  }
}
