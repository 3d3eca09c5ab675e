package dev.slowhour.core.judge;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.time.ReportZone;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What happened in one pool in one hour and in the hour before it, minute by minute: the metrics,
 * and how many requests of whom arrived. Filled in any order.
 */
public final class PoolMinutes {

  private static final int MINUTES = 2 * ReportZone.HOUR_MINUTES;

  /** Metrics of one more minute are quoted beside a worst minute that is the hour's last. */
  private static final int METRIC_MINUTES = MINUTES + 1;

  private final Instant hour;
  private final BigDecimal[] kvCacheUtil = new BigDecimal[METRIC_MINUTES];
  private final Long[] queuedRequests = new Long[METRIC_MINUTES];
  private final long[] requests = new long[MINUTES];
  private final Map<String, long[]> requestsOfTenant = new HashMap<>();
  private final Map<String, Integer> isolationFailuresOfTenant = new HashMap<>();
  private final Instant firstArrivalOfInput;

  /** What the windows of each endpoint rest on besides the pool: its lines and its contract. */
  private final Map<EndpointId, Long> ownLines = new HashMap<>();

  /** Lines of the pool: requests that were sent to it, and metrics of the two hours. */
  private long poolLines;

  /**
   * An empty account of that hour and the one before.
   *
   * @param firstArrivalOfInput the earliest {@code arrived_at} of the whole input
   */
  public PoolMinutes(Instant hour, Instant firstArrivalOfInput) {
    this.hour = hour;
    this.firstArrivalOfInput = firstArrivalOfInput;
  }

  /**
   * Takes in a metric of one of the two hours or of the minute after; of several for a minute the
   * largest value stays.
   */
  public void add(PoolMetric metric) {
    int minute = index(metric.minute(), METRIC_MINUTES);
    if (minute < MINUTES) {
      poolLines++;
    }
    metric.kvCacheUtil().ifPresent(value -> kvCacheUtil[minute] = max(kvCacheUtil[minute], value));
    metric
        .queuedRequests()
        .ifPresent(value -> queuedRequests[minute] = max(queuedRequests[minute], value));
  }

  /** Takes in the arrivals of an endpoint in one of the two hours. */
  public void add(EndpointHour endpointHour) {
    int first = index(endpointHour.hour(), MINUTES);
    long[] ofTenant =
        requestsOfTenant.computeIfAbsent(endpointHour.tenantId(), tenant -> new long[MINUTES]);
    for (int minute = 0; minute < ReportZone.HOUR_MINUTES; minute++) {
      requests[first + minute] += endpointHour.requests()[minute];
      ofTenant[first + minute] += endpointHour.requests()[minute];
    }
    poolLines += endpointHour.linesSeen();
    if (endpointHour.hour().equals(hour)) {
      ownLines.merge(
          endpointHour.endpoint(),
          endpointHour.linesSeen()
              + endpointHour.linesSeenHourBefore()
              + endpointHour.contractVersions(),
          Long::sum);
    }
    endpointHour
        .window()
        .filter(window -> window.windowStart().equals(hour))
        .filter(window -> window.verdict() == Verdict.ISOLATION_FAILURE)
        .ifPresent(
            window -> isolationFailuresOfTenant.merge(endpointHour.tenantId(), 1, Integer::sum));
  }

  /**
   * Completes a window of this pool and hour, once everything has been taken in.
   *
   * <p>Its revision is the number of request lines seen of its endpoint, plus those of its pool,
   * both in this hour and the one before, plus the pool's metric lines of these minutes, plus the
   * versions of its contract. (The endpoint's own lines are among the pool's too and count twice:
   * what matters is that more of anything makes it larger.)
   */
  public JudgedWindow complete(EndpointWindow window) {
    return complete(window, WindowProgress.FINAL);
  }

  /** Completes a window by what is known of it in the minutes that have passed. */
  public JudgedWindow complete(EndpointWindow window, WindowProgress progress) {
    String tenantId = window.endpoint().tenantId();
    int passed = progress.passedMinutes();
    long[] other = new long[ReportZone.HOUR_MINUTES];
    for (int minute = 0; minute < passed; minute++) {
      other[minute] = otherTenantRequests(tenantId, ReportZone.HOUR_MINUTES + minute);
    }
    return new JudgedWindow(
        window,
        ofPassedMinutes(kvCacheUtil, passed),
        ofPassedMinutes(queuedRequests, passed),
        other,
        window.looksAtPool() ? look(tenantId, window.worstMinuteIndex().orElseThrow()) : null,
        otherIsolationFailures(tenantId),
        ownLines.getOrDefault(window.endpoint(), 0L) + poolLines,
        progress);
  }

  private static <T> T[] ofPassedMinutes(T[] values, int passed) {
    T[] ofHour =
        Arrays.copyOfRange(values, ReportZone.HOUR_MINUTES, ReportZone.HOUR_MINUTES + passed);
    return Arrays.copyOf(ofHour, ReportZone.HOUR_MINUTES);
  }

  private int otherIsolationFailures(String tenantId) {
    int all = isolationFailuresOfTenant.values().stream().mapToInt(Integer::intValue).sum();
    return all - isolationFailuresOfTenant.getOrDefault(tenantId, 0);
  }

  private PoolLook look(String tenantId, int worstMinute) {
    int worst = ReportZone.HOUR_MINUTES + worstMinute;
    BigDecimal kvCacheUtilSum = BigDecimal.ZERO;
    int kvCacheUtilMinutes = 0;
    long queuedSum = 0;
    int queuedMinutes = 0;
    long otherSum = 0;
    for (int minute = worst - ReportZone.HOUR_MINUTES; minute < worst; minute++) {
      if (kvCacheUtil[minute] != null) {
        kvCacheUtilSum = kvCacheUtilSum.add(kvCacheUtil[minute]);
        kvCacheUtilMinutes++;
      }
      if (queuedRequests[minute] != null) {
        queuedSum += queuedRequests[minute];
        queuedMinutes++;
      }
      otherSum += otherTenantRequests(tenantId, minute);
    }
    return new PoolLook(
        kvCacheUtil[worst],
        kvCacheUtilSum,
        kvCacheUtilMinutes,
        queuedRequests[worst],
        queuedSum,
        queuedMinutes,
        otherTenantRequests(tenantId, worst),
        otherSum,
        metrics(worst - 1),
        metrics(worst + 1),
        minutesBeforeInput(worst));
  }

  private PoolLook.MinuteMetrics metrics(int minute) {
    return new PoolLook.MinuteMetrics(kvCacheUtil[minute], queuedRequests[minute]);
  }

  private int minutesBeforeInput(int worst) {
    Instant lookBehind = hour.plus(Duration.ofMinutes(worst - (long) MINUTES));
    long minutes = Duration.between(lookBehind, firstArrivalOfInput).toMinutes();
    return (int) Math.max(0, Math.min(minutes, ReportZone.HOUR_MINUTES));
  }

  private long otherTenantRequests(String tenantId, int minute) {
    long[] own = requestsOfTenant.get(tenantId);
    return requests[minute] - (own == null ? 0 : own[minute]);
  }

  private int index(Instant minute, int minutes) {
    long index = Duration.between(hour, minute).toMinutes() + ReportZone.HOUR_MINUTES;
    if (index < 0 || index >= minutes) {
      throw new IllegalArgumentException(
          "minute: " + minute + " (expected: within " + hour + " or the hour before)");
    }
    return (int) index;
  }

  private static BigDecimal max(BigDecimal left, BigDecimal right) {
    return left == null ? right : left.max(right);
  }

  private static Long max(Long left, Long right) {
    return left == null ? right : Long.valueOf(Math.max(left, right));
  }
}
