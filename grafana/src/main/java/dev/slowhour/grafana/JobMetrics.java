package dev.slowhour.grafana;

/**
 * Names of the job's own metrics as Flink's Prometheus reporter writes them, in this one place: it
 * puts the scope before the metric's name, here that of an operator and the group {@code slowhour}.
 */
final class JobMetrics {

  private static final String OPERATOR = "flink_taskmanager_job_task_operator_slowhour_";

  static final String LATE_ROWS = OPERATOR + "late_rows";
  static final String LATE_METRICS = OPERATOR + "late_metrics";
  static final String FROM_THE_FUTURE = OPERATOR + "rows_from_the_future";
  static final String STREAM_TIME_LAG_MS = OPERATOR + "stream_time_lag_ms";
  static final String REFUSED_OVERWRITES = OPERATOR + "refused_overwrites";
  static final String LEFT_ALONE = OPERATOR + "windows_left_alone";
  static final String STORE_RETRIES = OPERATOR + "store_retries";

  /** Groups with a value become a label, and their key a part of the name. */
  static final String NOTICES = OPERATOR + "code_notices";

  static final String ROWS_READ = OPERATOR + "table_rows_read";

  static final String WINDOWS = OPERATOR + "verdict_state_windows_stored";

  /** A histogram of Flink's is a summary: label quantile. */
  static final String TIME_TO_VERDICT_MS = OPERATOR + "state_time_to_verdict_ms";

  /** Flink's own. */
  static final String RESTARTS = "flink_jobmanager_job_numRestarts";

  static final String UPTIME_MS = "flink_jobmanager_job_uptime";
  static final String CHECKPOINT_MS = "flink_jobmanager_job_lastCheckpointDuration";
  static final String CHECKPOINT_BYTES = "flink_jobmanager_job_lastCheckpointSize";
  static final String CHECKPOINTS_DONE = "flink_jobmanager_job_numberOfCompletedCheckpoints";
  static final String CHECKPOINTS_FAILED = "flink_jobmanager_job_numberOfFailedCheckpoints";
  static final String BUSY = "flink_taskmanager_job_task_busyTimeMsPerSecond";
  static final String BACKPRESSURED = "flink_taskmanager_job_task_backPressuredTimeMsPerSecond";

  private JobMetrics() {}
}
