package dev.slowhour.job.kafka;

import java.time.Instant;

/**
 * The newest record of a partition whose own time could be read.
 *
 * @param partition the partition
 * @param offset the record's offset
 * @param instant its own time
 */
public record SeenInstant(int partition, long offset, Instant instant) {}
