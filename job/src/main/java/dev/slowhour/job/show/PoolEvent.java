package dev.slowhour.job.show;

/**
 * Something that happened to the window's pool in its hour. What else there is to say of it is for
 * operations only and is not read.
 *
 * @param clock the minute on the clock, {@code 19:52}
 * @param kind {@code deploy}, {@code restart} and so on
 */
public record PoolEvent(String clock, String kind) {}
