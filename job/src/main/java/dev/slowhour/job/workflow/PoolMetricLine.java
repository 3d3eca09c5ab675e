package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PoolMetric;

/**
 * What a source read of {@code pool_metrics}: a row, a notice, or (at the end of a file) neither.
 *
 * @param rowOrNull the row
 * @param noticeOrNull the notice
 * @param bytes bytes of input since the line before
 * @param blankLines blank lines since the line before
 * @param partition the partition of the topic that it was read from; 0 for files
 */
public record PoolMetricLine(
    PoolMetric rowOrNull, Notice noticeOrNull, long bytes, long blankLines, int partition) {

  /** What a source read of a file. */
  public PoolMetricLine(PoolMetric rowOrNull, Notice noticeOrNull, long bytes, long blankLines) {
    this(rowOrNull, noticeOrNull, bytes, blankLines, 0);
  }
}
