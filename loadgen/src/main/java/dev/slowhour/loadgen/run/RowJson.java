package dev.slowhour.loadgen.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slowhour.loadgen.client.Flag;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.MeasuredRequest.Times;
import dev.slowhour.loadgen.client.PlannedRequest;
import dev.slowhour.loadgen.client.RunClock;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Measured requests as lines of tables. */
final class RowJson {

  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final BigDecimal NANOS_PER_MS = BigDecimal.valueOf(1_000_000);

  private RowJson() {}

  /** A line of {@code request_logs} of an answered request. */
  static String log(MeasuredRequest request, RunClock clock) {
    return ids(request, clock)
        .put("input_tokens", request.inputTokens())
        .put("output_tokens", request.outputTokens())
        .put("ttft_ms", ttftMs(request))
        .put("tpot_ms", tpotMs(request))
        .toString();
  }

  /** A line of {@code request_failures} of any other. */
  static String failure(MeasuredRequest request, RunClock clock) {
    ObjectNode row = ids(request, clock).put("kind", request.outcome().word());
    request.status().ifPresent(status -> row.put("status", status));
    return row.toString();
  }

  /** A line of {@code timings}: all that was measured, of every request. */
  static String timing(MeasuredRequest request, RunClock clock) {
    PlannedRequest plan = request.plan();
    Times times = request.times();
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("request_id", plan.requestId())
        .put("tenant_id", plan.tenantId())
        .put("endpoint_id", plan.endpointId())
        .put("phase", plan.phase())
        .put("outcome", request.outcome().word());
    time(row, "scheduled_ms", plan.intendedNanos(), clock);
    time(row, "sent_ms", times.sent(), clock);
    time(row, "connected_ms", times.connected(), clock);
    time(row, "head_ms", times.head(), clock);
    time(row, "first_ms", times.first(), clock);
    time(row, "last_ms", times.last(), clock);
    time(row, "done_ms", times.done(), clock);
    row.put("planned_input_tokens", plan.inputTokens())
        .put("planned_output_tokens", plan.outputTokens())
        .put("input_tokens", request.inputTokens())
        .put("output_tokens", request.outputTokens())
        .put("chunks", request.chunks())
        .put("empty_chunks", request.emptyChunks());
    ArrayNode flags = row.putArray("flags");
    for (Flag flag : request.flags()) {
      flags.add(flag.word());
    }
    row.put("status", request.statusOrNull())
        .put("retry_after", request.retryAfterOrNull())
        .put("detail", request.detail());
    return row.toString();
  }

  private static ObjectNode ids(MeasuredRequest request, RunClock clock) {
    PlannedRequest plan = request.plan();
    return JsonNodeFactory.instance
        .objectNode()
        .put("request_id", plan.requestId())
        .put("tenant_id", plan.tenantId())
        .put("endpoint_id", plan.endpointId())
        .put("accel_pool", plan.accelPool())
        .put("arrived_at", MILLISECONDS.format(clock.instant(request.times().sent())));
  }

  /** Rounded half up to whole milliseconds, at least 1. */
  static long ttftMs(MeasuredRequest request) {
    long nanos = request.ttftNanos().orElseThrow();
    return Math.max(1, (nanos + 500_000) / 1_000_000);
  }

  /** Rounded half up to microseconds. */
  static BigDecimal tpotMs(MeasuredRequest request) {
    if (request.outputTokens() <= 1) {
      return BigDecimal.ZERO;
    }
    long nanos = request.times().last() - request.times().first();
    return BigDecimal.valueOf(nanos)
        .divide(
            NANOS_PER_MS.multiply(BigDecimal.valueOf(request.outputTokens() - 1)),
            3,
            RoundingMode.HALF_UP)
        .stripTrailingZeros();
  }

  private static void time(ObjectNode row, String name, long nanos, RunClock clock) {
    if (nanos == Times.NEVER) {
      row.putNull(name);
      return;
    }
    Instant instant = clock.instant(nanos);
    long micros = instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    row.put(name, BigDecimal.valueOf(micros, 3));
  }
}
