package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.judge.RequestBlock;

/**
 * A block, a notice, or how far its subtask has read once all blocks before are taken in. One of
 * the three is set.
 */
public record TimedBlock(RequestBlock blockOrNull, Notice noticeOrNull, Positions positionsOrNull) {

  static TimedBlock of(RequestBlock block) {
    return new TimedBlock(block, null, null);
  }

  static TimedBlock of(Notice notice) {
    return new TimedBlock(null, notice, null);
  }

  static TimedBlock of(Positions positions) {
    return new TimedBlock(null, null, positions);
  }
}
