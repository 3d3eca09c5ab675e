package dev.slowhour.job.kafka;

/**
 * How far a partition was read.
 *
 * @param partition the partition
 * @param offset of the last record that was read
 */
public record SeenOffset(int partition, long offset) {}
