package dev.slowhour.job.store;

import dev.slowhour.core.judge.Concurrency;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.Exemplar;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.testing.Contracts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/** Judged windows made up for the store: every figure of one is its revision. */
final class Windows {

  static final Instant TEN = Instant.parse("2026-10-13T01:00:00Z");
  static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  private Windows() {}

  /** A final window in which as many requests arrived in each minute as its revision says. */
  static JudgedWindow of(String endpointId, Instant hour, int revision) {
    return of(endpointId, hour, revision, WindowProgress.FINAL);
  }

  /** The same, however far it has got. */
  static JudgedWindow of(String endpointId, Instant hour, int revision, WindowProgress progress) {
    int[] perMinute = new int[ReportZone.HOUR_MINUTES];
    Arrays.fill(perMinute, revision);
    BigDecimal[] kvCacheUtil = new BigDecimal[ReportZone.HOUR_MINUTES];
    Arrays.fill(kvCacheUtil, new BigDecimal("0.50"));
    Long[] queued = new Long[ReportZone.HOUR_MINUTES];
    Arrays.fill(queued, (long) revision);
    int[] none = new int[ReportZone.HOUR_MINUTES];
    Concurrency concurrency = new Concurrency(perMinute, 0);
    EndpointWindow window =
        new EndpointWindow(
            hour,
            "pool",
            Contracts.of("tenant", endpointId, 800),
            perMinute,
            none,
            none,
            concurrency,
            concurrency,
            new Exemplar("r-1", hour, 1, 900, new BigDecimal("1.5")),
            0,
            Map.of());
    return new JudgedWindow(
        window,
        kvCacheUtil,
        queued,
        new long[ReportZone.HOUR_MINUTES],
        null,
        0,
        revision,
        progress);
  }
}
