package dev.slowhour.core.audit;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes outputs to audit: evidence as the audit wants it, with the plainest sentences. */
final class PlainOutput {

  private PlainOutput() {}

  static Map<String, Object> withEvidence(Map<String, Object> figures, RecountedWindow recounted) {
    Map<String, Object> window = new LinkedHashMap<>(figures);
    List<Object> evidence = new ArrayList<>();
    for (EvidenceItem item : ExpectedEvidence.of(recounted)) {
      evidence.add(plain(item));
    }
    window.put("evidence", evidence);
    List<Object> notes = new ArrayList<>();
    notes.add("요청이 " + recounted.requestCount() + "건 들어왔습니다.");
    window.put("notes", notes);
    window.put("summary", "SLO 를 넘긴 요청은 " + recounted.missCount() + "건입니다.");
    return window;
  }

  static Map<String, Object> plain(EvidenceItem item) {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("table", item.table().tableName());
    parts.put("row", item.row().orElse(null));
    parts.put("field", item.field());
    Object value = item.valueOrNull();
    parts.put("value", value instanceof Instant ? value.toString() : value);
    item.sentence()
        .ifPresent(
            sentence -> {
              parts.put("agg", sentence.form().agg());
              parts.put("filter", sentence.text());
            });
    return parts;
  }

  /** The figures of a window that the audit itself recounts: for inputs without expected ones. */
  static Map<String, Object> figures(RecountedWindow window) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("window_key", window.windowKey());
    figures.put("tenant_id", window.tenantId());
    figures.put("endpoint_id", window.endpointId());
    figures.put("accel_pool", window.pool());
    figures.put("window_start", window.label().windowStart());
    figures.put("verdict", window.verdict().text());
    figures.put(
        "also_found",
        window.alsoHasLongInput() ? List.of(VerdictName.LONG_INPUT.text()) : List.of());
    figures.put("request_count", window.requestCount());
    figures.put("slo_miss_count", window.missCount());
    figures.put("slo_miss_pct", window.missPct());
    figures.put("peak_concurrency", window.overlap().peak());
    figures.put("max_concurrency", window.contract().maxConcurrency());
    figures.put("over_concurrency_minutes", window.overMinutes());
    figures.put("misses_in_over_concurrency", window.missesInOverMinutes());
    figures.put("misses_with_long_input", window.missesWithLongInput());
    figures.put("verdict_at_slo", window.verdictAtSlo().text());
    figures.put("peak_concurrency_at_slo", window.overlapAtSlo().peak());
    figures.put("over_concurrency_minutes_at_slo", window.overMinutesAtSlo());
    figures.put("misses_in_over_concurrency_at_slo", window.missesInOverMinutesAtSlo());
    figures.put("worst_minute", window.worstInstant().map(window.zone()::minuteText).orElse(null));
    figures.put(
        "worst_minute_misses", window.worstMinute().map(window::missesInMinute).orElse(null));
    PoolCells.Column kv = PoolCells.Column.KV_CACHE_UTIL;
    PoolCells.Column queued = PoolCells.Column.QUEUED_REQUESTS;
    figures.put("kv_cache_util_at_worst", window.poolValueAtWorst(kv).orElse(null));
    figures.put("kv_cache_util_prev_hour_avg", window.poolAverageBeforeWorst(kv).orElse(null));
    figures.put("queued_at_worst", window.poolValueAtWorst(queued).orElse(null));
    figures.put("queued_prev_hour_avg", window.poolAverageBeforeWorst(queued).orElse(null));
    figures.put("other_tenant_requests_at_worst", window.othersAtWorst().orElse(null));
    figures.put(
        "other_tenant_requests_prev_hour_avg", window.othersAverageBeforeWorst().orElse(null));
    figures.put("other_tenant_requests_ratio", window.othersRatio().orElse(null));
    return figures;
  }

  /** Writes values as JSON into a new file. */
  static Path write(Path folder, Object valueOrNull) throws IOException {
    Path file = Files.createTempFile(folder, "verdicts", ".json");
    try (JsonGenerator json = new JsonFactory().createGenerator(file.toFile(), JsonEncoding.UTF8)) {
      write(json, valueOrNull);
    }
    return file;
  }

  private static void write(JsonGenerator json, Object valueOrNull) throws IOException {
    if (valueOrNull instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName((String) entry.getKey());
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (valueOrNull instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (valueOrNull instanceof String text) {
      json.writeString(text);
    } else if (valueOrNull instanceof BigDecimal number) {
      json.writeNumber(number);
    } else if (valueOrNull instanceof Long number) {
      json.writeNumber(number);
    } else if (valueOrNull instanceof Integer number) {
      json.writeNumber(number);
    } else if (valueOrNull instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else {
      json.writeNull();
    }
  }
}
