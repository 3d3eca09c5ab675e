package dev.slowhour.core.output;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.judge.EndpointWindow;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;

/** Writes one minute of a window as a line of {@code minutes.jsonl}. */
public final class MinuteJson {

  private MinuteJson() {}

  /**
   * Writes the minute.
   *
   * @param minute 0 to 59
   * @throws IOException when the generator's target fails
   */
  public static void write(JsonGenerator json, JudgedWindow judged, int minute, ReportZone zone)
      throws IOException {
    EndpointWindow window = judged.window();
    int concurrency = window.concurrency().perMinute()[minute];
    json.writeStartObject();
    json.writeStringField("endpoint_id", window.endpoint().endpointId());
    json.writeStringField("tenant_id", window.endpoint().tenantId());
    json.writeStringField("minute", zone.minuteText(window.minute(minute)));
    json.writeStringField("accel_pool", window.accelPool());
    json.writeNumberField("requests", window.requests()[minute]);
    json.writeNumberField("slo_misses", window.sloMisses()[minute]);
    json.writeNumberField("misses_with_long_input", window.missesWithLongInput()[minute]);
    json.writeNumberField("peak_concurrency", concurrency);
    json.writeNumberField("peak_concurrency_at_slo", window.concurrencyAtSlo().perMinute()[minute]);
    json.writeNumberField("max_concurrency", window.contract().maxConcurrency());
    json.writeBooleanField("over_concurrency", concurrency > window.contract().maxConcurrency());
    VerdictJson.writeNumber(
        json, "kv_cache_util", Optional.ofNullable(judged.kvCacheUtil()[minute]));
    VerdictJson.writeNumber(
        json,
        "queued_requests",
        Optional.ofNullable(judged.queuedRequests()[minute]).map(BigDecimal::valueOf));
    json.writeNumberField("other_tenant_requests", judged.otherTenantRequests()[minute]);
    json.writeEndObject();
  }
}
