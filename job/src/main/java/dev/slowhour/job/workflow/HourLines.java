package dev.slowhour.job.workflow;

/**
 * How many request lines of an endpoint were seen of one hour.
 *
 * @param hour start of the hour, seconds since 1970 (UTC)
 * @param lines rows, and lines that were none
 */
public record HourLines(long hour, long lines) {}
