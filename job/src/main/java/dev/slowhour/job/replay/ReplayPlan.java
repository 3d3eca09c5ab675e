package dev.slowhour.job.replay;

import java.util.List;

/**
 * What is replayed, and how.
 *
 * @param folders with the files of the day
 * @param speed how fast the day passes
 * @param shiftsToNow whether all instants are moved by whole hours, so that the last is not after
 *     now
 * @param closes whether rows are sent behind the day that bring stream time past its last hour
 */
public record ReplayPlan(List<String> folders, Speed speed, boolean shiftsToNow, boolean closes) {}
