package dev.slowhour.job.workflow;

import dev.slowhour.core.data.EndpointId;
import java.time.Instant;

/**
 * An hour that has become final without a window: its contract was taken away. What was shown of it
 * before is to go.
 *
 * @param endpoint the endpoint
 * @param windowStart the start of the hour
 */
public record WithdrawnWindow(EndpointId endpoint, Instant windowStart) {}
