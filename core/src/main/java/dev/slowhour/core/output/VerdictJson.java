package dev.slowhour.core.output;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.PoolLook;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;

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
   * @throws IOException when the generator's target fails
   */
  public static void write(JsonGenerator json, JudgedWindow judged, ReportZone zone)
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
    writePoolLook(json, judged.poolLook());
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
