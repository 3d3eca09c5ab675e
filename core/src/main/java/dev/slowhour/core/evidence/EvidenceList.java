package dev.slowhour.core.evidence;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.evidence.EvidenceItem.Value;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.Exemplar;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.core.time.UtcText;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The evidence of a window: the figures that its verdict rests on, in a fixed order. */
public final class EvidenceList {

  private static final String REQUEST_LOGS = "request_logs";
  private static final String TENANT_CONTRACTS = "tenant_contracts";
  private static final String POOL_METRICS = "pool_metrics";
  private static final String REQUEST_ID = "request_id";
  private static final String INPUT_TOKENS = "input_tokens";
  private static final String KV_CACHE_UTIL = "kv_cache_util";
  private static final String QUEUED_REQUESTS = "queued_requests";

  private final EndpointWindow window;
  private final Verdict verdict;
  private final ReportZone zone;
  private final Filters filters;
  private final List<EvidenceItem> items = new ArrayList<>();

  private EvidenceList(JudgedWindow judged, ReportZone zone) {
    this.zone = zone;
    window = judged.window();
    verdict = window.verdict();
    filters = new Filters(window, zone);
  }

  /** The items, counts of 0 too. */
  public static List<EvidenceItem> of(JudgedWindow judged, ReportZone zone) {
    EvidenceList list = new EvidenceList(judged, zone);
    list.addFigures();
    list.window.exemplar().ifPresent(list::addExemplar);
    if (list.verdict != Verdict.WITHIN_SLO) {
      list.addWorstMinute();
    }
    if (list.verdict == Verdict.ISOLATION_FAILURE) {
      list.addPool(judged.poolLook().orElseThrow());
    }
    list.addMinuteAtContract();
    return List.copyOf(list.items);
  }

  private void addFigures() {
    Contract contract = window.contract();
    count(REQUEST_ID, window.requestCount(), filters.arrivedInHour());
    count(REQUEST_ID, window.sloMissCount(), filters.missed());
    contractCell("ttft_slo_ms", contract.ttftSloMs());
    contractCell("tpot_slo_ms", contract.tpotSloMs());
    boolean isInstantQuoted =
        verdict == Verdict.OVER_CONCURRENCY || verdict == Verdict.ISOLATION_FAILURE;
    count(
        REQUEST_ID,
        window.concurrency().peak(),
        isInstantQuoted
            ? filters.inProgressAt(window.windowStart().plusNanos(window.concurrency().peakNanos()))
            : filters.peakOfHour());
    contractCell("max_concurrency", contract.maxConcurrency());
    count(REQUEST_ID, window.overConcurrencyMinutes(), filters.minutesOver());
    if (verdict == Verdict.OVER_CONCURRENCY) {
      count(REQUEST_ID, window.missesInOverConcurrency(), filters.missesInCountedMinutesOver());
      count(REQUEST_ID, window.concurrencyAtSlo().peak(), filters.peakOfHourAtSlo());
      count(REQUEST_ID, window.missesInOverConcurrencyAtSlo(), filters.missesInMinutesOverAtSlo());
    } else {
      count(REQUEST_ID, window.missesInOverConcurrency(), filters.missesInMinutesOver());
    }
    count(INPUT_TOKENS, window.longInputMissCount(), filters.missesWithLongInput());
    contractCell("max_input_tokens", contract.maxInputTokens());
  }

  private void addExemplar(Exemplar exemplar) {
    String row = exemplar.requestId();
    items.add(EvidenceItem.cell(REQUEST_LOGS, row, "arrived_at", Value.of(exemplar.arrivedAt())));
    items.add(EvidenceItem.cell(REQUEST_LOGS, row, "ttft_ms", Value.of(exemplar.ttftMs())));
    items.add(EvidenceItem.cell(REQUEST_LOGS, row, "tpot_ms", Value.of(exemplar.tpotMs())));
    items.add(EvidenceItem.cell(REQUEST_LOGS, row, INPUT_TOKENS, Value.of(exemplar.inputTokens())));
  }

  private void addWorstMinute() {
    int worst = window.worstMinuteIndex().orElseThrow();
    count(REQUEST_ID, window.sloMisses()[worst], filters.missesOfMinute(window.minute(worst)));
  }

  private void addPool(PoolLook look) {
    Instant worst = window.minute(window.worstMinuteIndex().orElseThrow());
    String row = window.accelPool() + "/" + zone.minuteText(worst);
    items.add(
        EvidenceItem.cell(POOL_METRICS, row, KV_CACHE_UTIL, Value.of(look.kvCacheUtilAtWorst())));
    items.add(
        EvidenceItem.cell(
            POOL_METRICS,
            row,
            QUEUED_REQUESTS,
            Value.of(look.queuedAtWorst().map(BigDecimal::valueOf))));
    String hourBefore = filters.poolInHourBefore(worst);
    average(KV_CACHE_UTIL, look.kvCacheUtilPrevHourAvg(), hourBefore);
    average(QUEUED_REQUESTS, look.queuedPrevHourAvg(), hourBefore);
    count(REQUEST_ID, look.otherTenantRequestsAtWorst(), filters.otherTenantsInMinute(worst));
    count(REQUEST_ID, look.otherTenantRequestsSum(), filters.otherTenantsInHourBefore(worst));
  }

  /** The minute that a note speaks of. */
  private void addMinuteAtContract() {
    window
        .firstMinuteAtContract()
        .ifPresent(
            minute ->
                count(
                    REQUEST_ID,
                    window.concurrency().perMinute()[minute],
                    filters.peakOfMinute(window.minute(minute))));
  }

  private void count(String field, long value, String filter) {
    items.add(EvidenceItem.count(field, value, filter));
  }

  private void average(String field, Optional<BigDecimal> value, String filter) {
    items.add(EvidenceItem.average(field, value, filter));
  }

  private void contractCell(String field, long value) {
    Contract contract = window.contract();
    String version = contract.validFrom().map(from -> "@" + UtcText.shortest(from)).orElse("");
    items.add(
        EvidenceItem.cell(
            TENANT_CONTRACTS,
            contract.tenantId() + "/" + contract.endpointId() + version,
            field,
            Value.of(value)));
  }
}
