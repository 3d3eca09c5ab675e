package dev.slowhour.job.workflow;

/**
 * How far one partition has been read.
 *
 * @param partition its number
 * @param newestMs the newest time seen in it, milliseconds since 1970 (UTC)
 * @param silent whether it had nothing to send for so long that nobody waits for it
 */
public record PartitionTime(int partition, long newestMs, boolean silent) {}
