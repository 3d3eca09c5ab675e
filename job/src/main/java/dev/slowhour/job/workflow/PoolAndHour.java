package dev.slowhour.job.workflow;

import java.time.Instant;

/**
 * Key of {@link PoolHours}.
 *
 * @param accelPool the pool
 * @param hour the start of the hour whose windows are completed
 */
public record PoolAndHour(String accelPool, Instant hour) {}
