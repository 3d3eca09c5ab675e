package dev.slowhour.job.workflow;

import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.judge.EndpointHour;
import java.time.Instant;

/**
 * Something that happened in a pool, sent to an hour that looks at it: its own or the next. One of
 * the three parts is set.
 *
 * @param accelPool the pool
 * @param lookingHour the start of the hour that looks at it
 * @param endpointHourOrNull arrivals of an endpoint, in place of what was sent of this hour before;
 *     with its window only for its own hour
 * @param metricOrNull a metric
 * @param movedOrNull an endpoint's hour that was sent before and is another pool's now
 */
public record PoolInput(
    String accelPool,
    Instant lookingHour,
    EndpointHour endpointHourOrNull,
    PoolMetric metricOrNull,
    EndpointAndHour movedOrNull) {

  static PoolInput of(EndpointHour endpointHour, Instant lookingHour) {
    return new PoolInput(endpointHour.accelPool(), lookingHour, endpointHour, null, null);
  }

  static PoolInput of(PoolMetric metric, Instant lookingHour) {
    return new PoolInput(metric.accelPool(), lookingHour, null, metric, null);
  }

  static PoolInput moved(String accelPool, Instant lookingHour, EndpointAndHour hour) {
    return new PoolInput(accelPool, lookingHour, null, null, hour);
  }

  /** Where the input goes. */
  PoolAndHour key() {
    return new PoolAndHour(accelPool, lookingHour);
  }
}
