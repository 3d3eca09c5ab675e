package dev.slowhour.job.workflow;

/**
 * Key of a block in the state of {@link EndpointHours}.
 *
 * @param hour start of its hour, seconds since 1970 (UTC)
 * @param number from 0 in the order of arrival
 */
public record BlockId(long hour, int number) {}
