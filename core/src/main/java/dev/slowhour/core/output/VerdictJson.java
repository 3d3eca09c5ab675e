package dev.slowhour.core.output;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.evidence.EvidenceItem;
import dev.slowhour.core.evidence.EvidenceList;
import dev.slowhour.core.evidence.Notes;
import dev.slowhour.core.evidence.NumberText;
import dev.slowhour.core.evidence.Summary;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Writes a window as one object of {@code verdicts.json}. */
public final class VerdictJson {

  private VerdictJson() {}

  /** The label of a window: {@code endpoint_id/YYYY-MM-DDTHH}, not unique across tenants. */
  public static String windowKey(EndpointWindow window, ReportZone zone) {
    return window.endpoint().endpointId() + "/" + zone.hourText(window.windowStart());
  }

  /**
   * Writes the window.
   *
   * @param syntheticPools pools whose logs and metrics are made up
   * @throws IOException when the generator's target fails
   */
  public static void write(
      JsonGenerator json, JudgedWindow judged, ReportZone zone, Set<String> syntheticPools)
      throws IOException {
    EndpointWindow window = judged.window();
    json.writeStartObject();
    json.writeStringField("window_key", windowKey(window, zone));
    json.writeStringField("tenant_id", window.endpoint().tenantId());
    json.writeStringField("endpoint_id", window.endpoint().endpointId());
    json.writeStringField("accel_pool", window.accelPool());
    json.writeStringField("window_start", zone.minuteText(window.windowStart()));
    json.writeStringField("verdict", window.verdict().text());
    json.writeArrayFieldStart("also_found");
    if (window.alsoLongInput()) {
      json.writeString(Verdict.LONG_INPUT.text());
    }
    json.writeEndArray();
    json.writeNumberField("request_count", window.requestCount());
    json.writeNumberField("slo_miss_count", window.sloMissCount());
    writeNumber(json, "slo_miss_pct", Optional.of(judged.sloMissPct()));
    json.writeNumberField("peak_concurrency", window.concurrency().peak());
    json.writeNumberField("max_concurrency", window.contract().maxConcurrency());
    json.writeNumberField("over_concurrency_minutes", window.overConcurrencyMinutes());
    json.writeNumberField("misses_in_over_concurrency", window.missesInOverConcurrency());
    json.writeNumberField("misses_with_long_input", window.longInputMissCount());
    json.writeStringField("verdict_at_slo", window.verdictAtSlo().text());
    json.writeNumberField("peak_concurrency_at_slo", window.concurrencyAtSlo().peak());
    json.writeNumberField("over_concurrency_minutes_at_slo", window.overConcurrencyMinutesAtSlo());
    json.writeNumberField(
        "misses_in_over_concurrency_at_slo", window.missesInOverConcurrencyAtSlo());
    writeWorstMinute(json, window, zone);
    writePoolLook(
        json, judged.poolLook().filter(look -> window.verdict() == Verdict.ISOLATION_FAILURE));
    writeEvidence(json, EvidenceList.of(judged, zone), zone);
    json.writeArrayFieldStart("notes");
    for (String note : Notes.of(judged, zone, syntheticPools)) {
      json.writeString(note);
    }
    json.writeEndArray();
    json.writeStringField("summary", Summary.of(judged, zone));
    json.writeEndObject();
  }

  private static void writeWorstMinute(JsonGenerator json, EndpointWindow window, ReportZone zone)
      throws IOException {
    OptionalInt worst = window.worstMinuteIndex();
    if (worst.isPresent()) {
      json.writeStringField("worst_minute", zone.minuteText(window.minute(worst.getAsInt())));
      json.writeNumberField("worst_minute_misses", window.sloMisses()[worst.getAsInt()]);
    } else {
      json.writeNullField("worst_minute");
      json.writeNullField("worst_minute_misses");
    }
  }

  private static void writePoolLook(JsonGenerator json, Optional<PoolLook> look)
      throws IOException {
    writeNumber(json, "kv_cache_util_at_worst", look.flatMap(PoolLook::kvCacheUtilAtWorst));
    writeNumber(
        json, "kv_cache_util_prev_hour_avg", look.flatMap(PoolLook::kvCacheUtilPrevHourAvg));
    writeNumber(
        json, "queued_at_worst", look.flatMap(PoolLook::queuedAtWorst).map(BigDecimal::valueOf));
    writeNumber(json, "queued_prev_hour_avg", look.flatMap(PoolLook::queuedPrevHourAvg));
    writeNumber(
        json,
        "other_tenant_requests_at_worst",
        look.map(PoolLook::otherTenantRequestsAtWorst).map(BigDecimal::valueOf));
    writeNumber(
        json,
        "other_tenant_requests_prev_hour_avg",
        look.map(PoolLook::otherTenantRequestsPrevHourAvg));
    writeNumber(
        json, "other_tenant_requests_ratio", look.flatMap(PoolLook::otherTenantRequestsRatio));
  }

  private static void writeEvidence(
      JsonGenerator json, List<EvidenceItem> evidence, ReportZone zone) throws IOException {
    json.writeArrayFieldStart("evidence");
    for (EvidenceItem item : evidence) {
      json.writeStartObject();
      json.writeStringField("table", item.table());
      json.writeStringField("row", item.row().orElse(null));
      json.writeStringField("field", item.field());
      if (item.value().instant().isPresent()) {
        json.writeStringField("value", zone.instantText(item.value().instant().get()));
      } else {
        writeNumber(json, "value", item.value().number());
      }
      if (item.agg().isPresent()) {
        json.writeStringField("agg", item.agg().get());
        json.writeStringField("filter", item.filter().orElseThrow());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static void writeNumber(JsonGenerator json, String field, Optional<BigDecimal> value)
      throws IOException {
    if (value.isPresent()) {
      json.writeFieldName(field);
      json.writeNumber(NumberText.shortest(value.get()));
    } else {
      json.writeNullField(field);
    }
  }
}
