package dev.slowhour.job.show;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.judge.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A judged folder written by hand, its windows in the order in which they are added. */
public final class HandMadeFolder {

  private final List<Window> windows = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();

  /** A window within its SLO whose 60 minutes are quiet, until a test says otherwise. */
  public static final class Window {

    private final String tenantId;
    private final String endpointId;
    private final String windowStart;
    public String pool = "gpu-1";
    public Verdict verdict = Verdict.WITHIN_SLO;
    public Verdict verdictAtSlo = Verdict.WITHIN_SLO;
    public List<Verdict> alsoFound = List.of();
    public long maxConcurrency = 4;
    public int worst = -1;
    public final long[] requests = new long[60];
    public final long[] misses = new long[60];
    public final long[] concurrency = new long[60];
    public final long[] concurrencyAtSlo = new long[60];
    public final String[] kvCacheUtil = new String[60];
    public final Long[] queued = new Long[60];
    public final long[] others = new long[60];
    public String evidence = "[]";
    public List<String> notes = List.of();
    public String summary = "요약입니다.";

    /** A window, its start as files write it. */
    public Window(String tenantId, String endpointId, String windowStart) {
      this.tenantId = tenantId;
      this.endpointId = endpointId;
      this.windowStart = windowStart;
      Arrays.fill(requests, 10);
      Arrays.fill(concurrency, 2);
      Arrays.fill(concurrencyAtSlo, 2);
      Arrays.fill(kvCacheUtil, "0.25");
      Arrays.fill(queued, 0L);
      Arrays.fill(others, 3);
    }

    private String minute(int minute) {
      return windowStart.substring(0, 14)
          + String.format(Locale.ROOT, "%02d", minute)
          + windowStart.substring(16);
    }

    private long over(long[] values) {
      return Arrays.stream(values).filter(value -> value > maxConcurrency).count();
    }

    private long missesInOver(long[] values) {
      long sum = 0;
      for (int minute = 0; minute < 60; minute++) {
        sum += values[minute] > maxConcurrency ? misses[minute] : 0;
      }
      return sum;
    }

    private void write(JsonGenerator json) throws IOException {
      long count = Arrays.stream(requests).sum();
      long missCount = Arrays.stream(misses).sum();
      json.writeStartObject();
      json.writeStringField("window_key", endpointId + "/" + windowStart.substring(0, 13));
      json.writeStringField("tenant_id", tenantId);
      json.writeStringField("endpoint_id", endpointId);
      json.writeStringField("accel_pool", pool);
      json.writeStringField("window_start", windowStart);
      json.writeStringField("verdict", verdict.text());
      json.writeArrayFieldStart("also_found");
      for (Verdict also : alsoFound) {
        json.writeString(also.text());
      }
      json.writeEndArray();
      json.writeNumberField("request_count", count);
      json.writeNumberField("slo_miss_count", missCount);
      json.writeFieldName("slo_miss_pct");
      json.writeNumber(
          new BigDecimal(missCount * 100)
              .divide(new BigDecimal(count), 1, java.math.RoundingMode.HALF_UP)
              .toPlainString());
      json.writeNumberField("peak_concurrency", Arrays.stream(concurrency).max().orElseThrow());
      json.writeNumberField("max_concurrency", maxConcurrency);
      json.writeNumberField("over_concurrency_minutes", over(concurrency));
      json.writeNumberField("misses_in_over_concurrency", missesInOver(concurrency));
      json.writeNumberField("misses_with_long_input", 0);
      json.writeStringField("verdict_at_slo", verdictAtSlo.text());
      json.writeNumberField(
          "peak_concurrency_at_slo", Arrays.stream(concurrencyAtSlo).max().orElseThrow());
      json.writeNumberField("over_concurrency_minutes_at_slo", over(concurrencyAtSlo));
      json.writeNumberField("misses_in_over_concurrency_at_slo", missesInOver(concurrencyAtSlo));
      writeAtWorst(json);
      json.writeFieldName("evidence");
      json.writeRawValue(evidence);
      json.writeArrayFieldStart("notes");
      for (String note : notes) {
        json.writeString(note);
      }
      json.writeEndArray();
      json.writeStringField("summary", summary);
      json.writeEndObject();
    }

    private void writeAtWorst(JsonGenerator json) throws IOException {
      if (worst < 0) {
        json.writeNullField("worst_minute");
        json.writeNullField("worst_minute_misses");
      } else {
        json.writeStringField("worst_minute", minute(worst));
        json.writeNumberField("worst_minute_misses", misses[worst]);
      }
      boolean isFailure = verdict == Verdict.ISOLATION_FAILURE;
      json.writeFieldName("kv_cache_util_at_worst");
      json.writeRawValue(isFailure ? String.valueOf(kvCacheUtil[worst]) : "null");
      json.writeFieldName("kv_cache_util_prev_hour_avg");
      json.writeRawValue(isFailure ? "0.3" : "null");
      json.writeFieldName("queued_at_worst");
      json.writeRawValue(isFailure ? String.valueOf(queued[worst]) : "null");
      json.writeFieldName("queued_prev_hour_avg");
      json.writeRawValue("null");
      json.writeFieldName("other_tenant_requests_at_worst");
      json.writeRawValue(isFailure ? String.valueOf(others[worst]) : "null");
      json.writeFieldName("other_tenant_requests_prev_hour_avg");
      json.writeRawValue(isFailure ? "1234.5" : "null");
      json.writeFieldName("other_tenant_requests_ratio");
      json.writeRawValue(isFailure ? "3" : "null");
    }

    private void writeMinute(JsonGenerator json, int minute) throws IOException {
      json.writeStartObject();
      json.writeStringField("endpoint_id", endpointId);
      json.writeStringField("tenant_id", tenantId);
      json.writeStringField("minute", minute(minute));
      json.writeStringField("accel_pool", pool);
      json.writeNumberField("requests", requests[minute]);
      json.writeNumberField("slo_misses", misses[minute]);
      json.writeNumberField("misses_with_long_input", 0);
      json.writeNumberField("peak_concurrency", concurrency[minute]);
      json.writeNumberField("peak_concurrency_at_slo", concurrencyAtSlo[minute]);
      json.writeNumberField("max_concurrency", maxConcurrency);
      json.writeBooleanField("over_concurrency", concurrency[minute] > maxConcurrency);
      json.writeFieldName("kv_cache_util");
      json.writeRawValue(String.valueOf(kvCacheUtil[minute]));
      json.writeFieldName("queued_requests");
      json.writeRawValue(String.valueOf(queued[minute]));
      json.writeNumberField("other_tenant_requests", others[minute]);
      json.writeEndObject();
    }
  }

  /** Adds a window. */
  public HandMadeFolder with(Window window) {
    windows.add(window);
    return this;
  }

  /** Adds quiet windows of one endpoint. */
  public HandMadeFolder with(String tenantId, String endpointId, String... windowStarts) {
    for (String windowStart : windowStarts) {
      windows.add(new Window(tenantId, endpointId, windowStart));
    }
    return this;
  }

  /** Adds a notice; ids and hour may be null. */
  public HandMadeFolder withNotice(
      String code, String tenantId, String endpointId, String windowStart) throws IOException {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("table", "request_logs");
      json.writeStringField("code", code);
      json.writeArrayFieldStart("fields");
      json.writeString("request_id");
      json.writeEndArray();
      json.writeStringField("tenant_id", tenantId);
      json.writeStringField("endpoint_id", endpointId);
      json.writeStringField("window_start", windowStart);
      json.writeStringField("message", "세지 않았습니다.");
      json.writeStringField("raw_line", "{}");
      json.writeEndObject();
    }
    notices.add(line.toString());
    return this;
  }

  /** Writes the four files into the folder, which exists. */
  public Path writeTo(Path folder) throws IOException {
    Files.writeString(folder.resolve("run.json"), "{}\n");
    Files.writeString(
        folder.resolve("notices.jsonl"),
        notices.isEmpty() ? "" : String.join("\n", notices) + "\n");
    try (Writer verdicts = Files.newBufferedWriter(folder.resolve("verdicts.json"));
        JsonGenerator json = new JsonFactory().createGenerator(verdicts)) {
      json.writeStartArray();
      for (Window window : windows) {
        window.write(json);
      }
      json.writeEndArray();
    }
    try (Writer minutes = Files.newBufferedWriter(folder.resolve("minutes.jsonl"));
        JsonGenerator json = new JsonFactory().createGenerator(minutes)) {
      json.setRootValueSeparator(new com.fasterxml.jackson.core.io.SerializedString("\n"));
      for (Window window : windows) {
        for (int minute = 0; minute < 60; minute++) {
          window.writeMinute(json, minute);
        }
      }
    }
    return folder;
  }

  /** What is shown of a window that stands alone in a folder. */
  public static WindowView view(Window window, Path folder) throws Exception {
    new HandMadeFolder().with(window).writeTo(folder);
    JudgedFolder judged = JudgedFolder.at(folder);
    return judged.view(
        judged
            .find(
                WindowName.parse(
                    (window.tenantId + "/" + window.endpointId + "/" + window.windowStart)
                        .replaceAll("\\p{Cc}", "\uFFFD")))
            .window());
  }
}
