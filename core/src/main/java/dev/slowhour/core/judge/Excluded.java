package dev.slowhour.core.judge;

import dev.slowhour.core.data.NoticeCode;

/**
 * A row that does not count, or that no window is made for.
 *
 * @param row its index in the block that was judged
 * @param code why
 */
public record Excluded(int row, NoticeCode code) {}
