package dev.slowhour.job.store;

/**
 * State of {@link NoticeTotals}: how many notices of a unit there were.
 *
 * @param count how many
 * @param forgottenAt when that is forgotten unless more come, milliseconds since 1970
 */
public record NoticeTally(long count, long forgottenAt) {}
