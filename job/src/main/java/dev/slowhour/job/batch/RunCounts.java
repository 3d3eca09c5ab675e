package dev.slowhour.job.batch;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.job.store.Stored;
import dev.slowhour.job.workflow.CountNotices;
import dev.slowhour.job.workflow.CountWindows;
import dev.slowhour.job.workflow.ReadCounters;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** How much a run has read and made, from the job's accumulators. */
public final class RunCounts {

  private final Map<String, Object> accumulators;
  private final Optional<Stored> stored;

  private RunCounts(Map<String, Object> accumulators, Optional<Stored> stored) {
    this.accumulators = accumulators;
    this.stored = stored;
  }

  static RunCounts of(Map<String, Object> accumulators) {
    return new RunCounts(Map.copyOf(accumulators), Optional.empty());
  }

  RunCounts storedAs(Stored inStore) {
    return new RunCounts(accumulators, Optional.of(inStore));
  }

  /** What became of the run in the store; empty when it was not to go there. */
  public Optional<Stored> stored() {
    return stored;
  }

  /** When the last request of the input was answered, in whole milliseconds. */
  Optional<Instant> newestCompletion() {
    return Optional.ofNullable(accumulators.get(ReadCounters.NEWEST_COMPLETION))
        .map(Long.class::cast)
        // What a maximum over nothing is.
        .filter(millis -> millis != Long.MIN_VALUE)
        .map(Instant::ofEpochMilli);
  }

  /** Readable lines of a table. */
  public long rows(Table table) {
    return count(ReadCounters.rowsOf(table.tableName()));
  }

  /** Lines of a table that became a notice when they were read. */
  public long unreadableLines(Table table) {
    return count(ReadCounters.unreadableOf(table.tableName()));
  }

  /** Blank lines of a table. */
  public long blankLines(Table table) {
    return count(ReadCounters.blankLinesOf(table.tableName()));
  }

  /** Bytes on disk that were read of requests and metrics. */
  public long bytes() {
    return count(ReadCounters.bytesOf(Table.REQUEST_LOGS.tableName()))
        + count(ReadCounters.bytesOf(Table.POOL_METRICS.tableName()));
  }

  /** Windows with that verdict. */
  public long windows(Verdict verdict) {
    return count(CountWindows.accumulatorOf(verdict));
  }

  /** All windows. */
  public long windows() {
    return Arrays.stream(Verdict.values()).mapToLong(this::windows).sum();
  }

  /** Notices with that code. */
  public long notices(NoticeCode code) {
    return count(CountNotices.accumulatorOf(code));
  }

  /** All notices. */
  public long notices() {
    return Arrays.stream(NoticeCode.values()).mapToLong(this::notices).sum();
  }

  private long count(String accumulator) {
    return accumulators.get(accumulator) instanceof Long count ? count : 0;
  }
}
