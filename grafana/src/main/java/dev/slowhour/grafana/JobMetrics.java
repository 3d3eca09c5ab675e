package dev.slowhour.grafana;

/**
 * Names of the job's own metrics as Flink's Prometheus reporter writes them, in this one place: it
 * puts the scope before the metric's name, here that of an operator and the group {@code slowhour}.
 */
final class JobMetrics {

  private static final String OPERATOR = "flink_taskmanager_job_task_operator_slowhour_";

  static final String ROWS_READ = OPERATOR + "rows_read";
  static final String UNREADABLE = OPERATOR + "unreadable_lines";
  static final String LATE = OPERATOR + "late_rows";
  static final String FROM_THE_FUTURE = OPERATOR + "rows_from_the_future";
  static final String WINDOWS = OPERATOR + "windows";
  static final String STREAM_TIME_LAG_MS = OPERATOR + "stream_time_lag_ms";
  static final String HOUR_END_TO_VERDICT_MS = OPERATOR + "hour_end_to_verdict_ms";
  static final String REFUSED_OVERWRITES = OPERATOR + "refused_overwrites";

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
