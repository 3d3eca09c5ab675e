package dev.slowhour.job.workflow;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Counts what was read of one table, for the progress line and for {@code run.json}. */
public final class ReadCounters {

  /**
   * Name of the accumulator of the newest completion of a request, milliseconds since 1970 (UTC).
   */
  public static final String NEWEST_COMPLETION = "request_logs.newest_completion";

  private final LongCounter rows = new LongCounter();
  private final LongCounter notices = new LongCounter();
  private final LongCounter blankLines = new LongCounter();
  private final LongCounter bytes = new LongCounter();
  private final Counter rowsRead;
  private final Counter linesUnreadable;

  private ReadCounters(MetricGroup group) {
    rowsRead = group.counter(JobMetrics.ROWS_READ);
    linesUnreadable = group.counter(JobMetrics.LINES_UNREADABLE);
  }

  static ReadCounters register(RuntimeContext context, String tableName) {
    ReadCounters counters =
        new ReadCounters(JobMetrics.group(context).addGroup("table", tableName));
    context.addAccumulator(rowsOf(tableName), counters.rows);
    context.addAccumulator(unreadableOf(tableName), counters.notices);
    context.addAccumulator(blankLinesOf(tableName), counters.blankLines);
    context.addAccumulator(bytesOf(tableName), counters.bytes);
    return counters;
  }

  void count(boolean isRow, boolean isNotice, long bytesRead, long blankLinesRead) {
    if (isRow) {
      rows.add(1L);
      rowsRead.inc();
    }
    if (isNotice) {
      notices.add(1L);
      linesUnreadable.inc();
    }
    blankLines.add(blankLinesRead);
    bytes.add(bytesRead);
  }

  /** Name of the accumulator of readable lines. */
  public static String rowsOf(String tableName) {
    return tableName + ".rows";
  }

  /** Name of the accumulator of lines that became a notice when they were read. */
  public static String unreadableOf(String tableName) {
    return tableName + ".unreadable";
  }

  /** Name of the accumulator of blank lines. */
  public static String blankLinesOf(String tableName) {
    return tableName + ".blank_lines";
  }

  /** Name of the accumulator of bytes on disk. */
  public static String bytesOf(String tableName) {
    return tableName + ".bytes";
  }
}
