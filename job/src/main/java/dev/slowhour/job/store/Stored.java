package dev.slowhour.job.store;

/**
 * What became of a batch run in the store.
 *
 * @param address where, as it may be shown
 * @param runId the run's number
 * @param written windows that are now the run's
 * @param leftAlone windows that were judged from more before, and stay
 * @param removed windows of its hours that it did not produce
 */
public record Stored(String address, long runId, long written, long leftAlone, long removed) {}
