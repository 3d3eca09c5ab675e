package dev.slowhour.job.workflow;

import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.metrics.MetricGroup;

/** Names of the job's own metrics; docs/operations.md says what each means. */
public final class JobMetrics {

  /** Rows whose completion is more than 5 minutes after their record's timestamp. */
  static final String ROWS_FROM_THE_FUTURE = "rows_from_the_future";

  /** Rows whose hour was final. */
  static final String LATE_ROWS = "late_rows";

  /** Metrics that came when their hour was final. */
  static final String LATE_METRICS = "late_metrics";

  /** Refreshes of open windows that were left out because judging took too much of the time. */
  static final String SKIPPED_REFRESHES = "skipped_refreshes";

  /** How far stream time is behind the wall clock, milliseconds. */
  static final String STREAM_TIME_LAG = "stream_time_lag_ms";

  /** Lines read that are rows. */
  static final String ROWS_READ = "rows_read";

  /** Lines read that are none. */
  static final String LINES_UNREADABLE = "lines_unreadable";

  /** Notices, by code. */
  static final String NOTICES = "notices";

  private static final String GROUP = "slowhour";

  private JobMetrics() {}

  /** The group that all of them are in. */
  public static MetricGroup group(RuntimeContext context) {
    return context.getMetricGroup().addGroup(GROUP);
  }
}
