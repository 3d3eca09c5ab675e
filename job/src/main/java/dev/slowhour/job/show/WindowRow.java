package dev.slowhour.job.show;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * One window as {@code verdicts.json} has it.
 *
 * @param windowStart its start with its offset, {@code 2026-10-13T10:00+09:00}
 * @param sloMissPct as written
 * @param asSent the figures of concurrency as they were
 * @param atSlo the same, had every request been answered just within its SLO
 * @param worstMinute the minute with most misses; empty within SLO
 */
public record WindowRow(
    String windowKey,
    EndpointId endpoint,
    String accelPool,
    String windowStart,
    Verdict verdict,
    Verdict verdictAtSlo,
    List<Verdict> alsoFound,
    long requestCount,
    long sloMissCount,
    String sloMissPct,
    long maxConcurrency,
    Concurrency asSent,
    Concurrency atSlo,
    long missesWithLongInput,
    Optional<WorstMinute> worstMinute,
    PoolFigures pool,
    List<EvidenceRow> evidence,
    List<String> notes,
    String summary) {

  private static final int CLOCK = "2026-10-13T".length();
  private static final int OFFSET = "2026-10-13T10:00".length();

  /**
   * Concurrency over the hour.
   *
   * @param peak the most requests in progress at any instant
   * @param overMinutes minutes over the contract
   * @param missesInOver misses that arrived in them
   */
  public record Concurrency(long peak, long overMinutes, long missesInOver) {}

  /**
   * The minute with most misses.
   *
   * @param minute its start with its offset
   */
  public record WorstMinute(String minute, long misses) {

    /** The minute on the clock, {@code 10:17}. */
    public String clock() {
      return WindowRow.clock(minute);
    }
  }

  /** Figures of the pool at the worst minute and before it, as written; empty where null. */
  public record PoolFigures(
      Optional<String> kvCacheUtilAtWorst,
      Optional<String> kvCacheUtilPrevHourAvg,
      Optional<String> queuedAtWorst,
      Optional<String> queuedPrevHourAvg,
      Optional<String> otherTenantRequestsAtWorst,
      Optional<String> otherTenantRequestsPrevHourAvg,
      Optional<String> otherTenantRequestsRatio) {}

  /** Whether the second reading gives another verdict. */
  public boolean readingsDiffer() {
    return verdict != verdictAtSlo;
  }

  /** Whether it is an isolation failure: only then other tenants' requests are shown. */
  public boolean isIsolationFailure() {
    return verdict == Verdict.ISOLATION_FAILURE;
  }

  /** The hour on the clock with its date and offset, {@code 2026-10-13 10:00~11:00 (+09:00)}. */
  String hour() {
    int hour = Integer.parseInt(windowStart.substring(CLOCK, CLOCK + 2));
    return windowStart.substring(0, CLOCK - 1)
        + " "
        + clock(windowStart)
        + "~"
        + (hour + 1 < 10 ? "0" : "")
        + (hour + 1)
        + ":00 ("
        + windowStart.substring(OFFSET)
        + ")";
  }

  static String clock(String minute) {
    return minute.substring(CLOCK, OFFSET);
  }
}
