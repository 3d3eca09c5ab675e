package dev.slowhour.core.compare;

import dev.slowhour.core.judge.Verdict;

/**
 * What was planted in a window.
 *
 * @param planted the verdict that the cause calls for
 * @param cause what was done, in words; empty when nobody said
 */
public record Answer(WindowKey key, Verdict planted, String cause) {}
