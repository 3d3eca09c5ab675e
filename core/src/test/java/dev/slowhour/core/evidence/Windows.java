package dev.slowhour.core.evidence;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.judge.Concurrency;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.Exemplar;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.PoolLook.MinuteMetrics;
import dev.slowhour.core.judge.WindowProgress;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Windows to speak of, built up figure by figure. */
final class Windows {

  private static final int[] NOTHING = new int[60];

  private final String tenantId;
  private final String endpointId;
  private final Instant start;
  private long maxConcurrency = 16;
  private long maxInputTokens = 8_000;
  private Instant validFromOrNull;
  private final int[] requests = NOTHING.clone();
  private final int[] misses = NOTHING.clone();
  private final int[] longInputs = NOTHING.clone();
  private final int[] concurrency = NOTHING.clone();
  private final int[] concurrencyAtSlo = NOTHING.clone();
  private final Map<NoticeCode, Integer> leftOut = new HashMap<>();
  private long peakNanos;
  private int missesAtInputCap;
  private int otherIsolationFailures;
  private PoolLook lookOrNull;
  private WindowProgress progress = WindowProgress.FINAL;

  private Windows(String tenantId, String endpointId, String start) {
    this.tenantId = tenantId;
    this.endpointId = endpointId;
    this.start = Instant.parse(start);
  }

  /** An hour from ten o'clock on in Seoul. */
  static Windows atTen(String tenantId, String endpointId) {
    return new Windows(tenantId, endpointId, "2026-10-13T01:00:00Z");
  }

  static Windows at(String start) {
    return new Windows("tnt-m13", "ep-m", start);
  }

  Windows contract(long concurrencyLimit, long inputLimit) {
    maxConcurrency = concurrencyLimit;
    maxInputTokens = inputLimit;
    return this;
  }

  Windows validFrom(String instant) {
    validFromOrNull = Instant.parse(instant);
    return this;
  }

  Windows minute(int minute, int arrived, int missed, int withLongInput) {
    requests[minute] = arrived;
    misses[minute] = missed;
    longInputs[minute] = withLongInput;
    return this;
  }

  Windows concurrency(int minute, int actual, int atSlo) {
    concurrency[minute] = actual;
    concurrencyAtSlo[minute] = atSlo;
    return this;
  }

  Windows peakAt(long nanos) {
    peakNanos = nanos;
    return this;
  }

  Windows atInputCap(int count) {
    missesAtInputCap = count;
    return this;
  }

  Windows leftOut(NoticeCode code, int lines) {
    leftOut.put(code, lines);
    return this;
  }

  Windows otherIsolationFailures(int count) {
    otherIsolationFailures = count;
    return this;
  }

  Windows look(
      String kvAtWorst,
      String kvSum,
      int kvMinutes,
      Long queuedAtWorst,
      long queuedSum,
      int queuedMinutes,
      long otherAtWorst,
      long otherSum,
      int minutesBeforeInput) {
    return look(
        kvAtWorst,
        kvSum,
        kvMinutes,
        queuedAtWorst,
        queuedSum,
        queuedMinutes,
        otherAtWorst,
        otherSum,
        minutesBeforeInput,
        metrics(null, null),
        metrics(null, null));
  }

  Windows look(
      String kvAtWorst,
      String kvSum,
      int kvMinutes,
      Long queuedAtWorst,
      long queuedSum,
      int queuedMinutes,
      long otherAtWorst,
      long otherSum,
      int minutesBeforeInput,
      MinuteMetrics before,
      MinuteMetrics after) {
    lookOrNull =
        new PoolLook(
            kvAtWorst == null ? null : new BigDecimal(kvAtWorst),
            new BigDecimal(kvSum),
            kvMinutes,
            queuedAtWorst,
            queuedSum,
            queuedMinutes,
            otherAtWorst,
            otherSum,
            before,
            after,
            minutesBeforeInput);
    return this;
  }

  static MinuteMetrics metrics(String kv, Long queued) {
    return new MinuteMetrics(kv == null ? null : new BigDecimal(kv), queued);
  }

  Windows at(WindowProgress soFar) {
    progress = soFar;
    return this;
  }

  JudgedWindow judged() {
    int missed = 0;
    for (int minute : misses) {
      missed += minute;
    }
    EndpointWindow window =
        new EndpointWindow(
            start,
            "gpu-pool-1",
            new Contract(
                tenantId,
                "고객사",
                endpointId,
                "m",
                800,
                60,
                maxConcurrency,
                maxInputTokens,
                validFromOrNull),
            requests,
            misses,
            longInputs,
            new Concurrency(concurrency, peakNanos),
            new Concurrency(concurrencyAtSlo, 0),
            missed == 0
                ? null
                : new Exemplar(
                    "req-1",
                    start.plusSeconds(1_024).plusNanos(213_000_000),
                    1_180,
                    2_340,
                    new BigDecimal("71.50")),
            missesAtInputCap,
            leftOut);
    return new JudgedWindow(
        window,
        new BigDecimal[60],
        new Long[60],
        new long[60],
        lookOrNull,
        otherIsolationFailures,
        1,
        progress);
  }

  /** The same window under other names. */
  static JudgedWindow renamed(
      JudgedWindow judged, String tenantId, String endpointId, String accelPool) {
    EndpointWindow window = judged.window();
    Contract contract = window.contract();
    return new JudgedWindow(
        new EndpointWindow(
            window.windowStart(),
            accelPool,
            new Contract(
                tenantId,
                tenantId,
                endpointId,
                contract.model(),
                contract.ttftSloMs(),
                contract.tpotSloMs(),
                contract.maxConcurrency(),
                contract.maxInputTokens(),
                contract.validFromOrNull()),
            window.requests(),
            window.sloMisses(),
            window.missesWithLongInput(),
            window.concurrency(),
            window.concurrencyAtSlo(),
            window.exemplarOrNull(),
            window.missesAtInputCap(),
            window.leftOut()),
        judged.kvCacheUtil(),
        judged.queuedRequests(),
        judged.otherTenantRequests(),
        judged.poolLookOrNull(),
        judged.otherIsolationFailures(),
        judged.revision(),
        judged.progress());
  }
}
