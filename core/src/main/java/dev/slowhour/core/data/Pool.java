package dev.slowhour.core.data;

/**
 * One readable {@code pools} element.
 *
 * @param accelPool the pool
 * @param title what people call it
 * @param isSynthetic whether its logs and metrics are made up
 */
public record Pool(String accelPool, String title, boolean isSynthetic) {}
