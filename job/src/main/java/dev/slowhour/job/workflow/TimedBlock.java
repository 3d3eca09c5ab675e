package dev.slowhour.job.workflow;

import dev.slowhour.core.judge.RequestBlock;

/**
 * A block, or how far its subtask has read once all blocks before are taken in. One of the two is
 * set.
 */
public record TimedBlock(RequestBlock blockOrNull, Positions positionsOrNull) {}
