package dev.slowhour.job.testing;

import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * A request that is good and within every SLO until a test says otherwise: 100 ms in progress, 10
 * tokens in, 1 out.
 */
public record Request(
    Place place,
    String requestId,
    String tenantId,
    String endpointId,
    String accelPool,
    Instant arrivedAt,
    long inputTokens,
    long outputTokens,
    long ttftMs,
    String tpotMs) {

  /** A request that arrives then, such as {@code 2026-10-13T10:00+09:00}. */
  public static Request at(String time) {
    return at(OffsetDateTime.parse(time).toInstant());
  }

  /** A request that arrives then. */
  public static Request at(Instant arrivedAt) {
    return new Request(
        new Place(0, 1), "r-1", "tenant", "endpoint", "pool", arrivedAt, 10, 1, 100, "0");
  }

  /** The same request, later. */
  public Request after(Duration duration) {
    return new Request(
        place,
        requestId,
        tenantId,
        endpointId,
        accelPool,
        arrivedAt.plus(duration),
        inputTokens,
        outputTokens,
        ttftMs,
        tpotMs);
  }

  /** With that request id. */
  public Request id(String id) {
    return new Request(
        place,
        id,
        tenantId,
        endpointId,
        accelPool,
        arrivedAt,
        inputTokens,
        outputTokens,
        ttftMs,
        tpotMs);
  }

  /** In that line of that file. */
  public Request place(int source, long line) {
    return new Request(
        new Place(source, line),
        requestId,
        tenantId,
        endpointId,
        accelPool,
        arrivedAt,
        inputTokens,
        outputTokens,
        ttftMs,
        tpotMs);
  }

  /** Of that tenant, to that endpoint. */
  public Request to(String tenant, String endpoint) {
    return new Request(
        place,
        requestId,
        tenant,
        endpoint,
        accelPool,
        arrivedAt,
        inputTokens,
        outputTokens,
        ttftMs,
        tpotMs);
  }

  /** Served by that pool. */
  public Request pool(String pool) {
    return new Request(
        place,
        requestId,
        tenantId,
        endpointId,
        pool,
        arrivedAt,
        inputTokens,
        outputTokens,
        ttftMs,
        tpotMs);
  }

  /** With its first token after that long. */
  public Request ttft(long milliseconds) {
    return new Request(
        place,
        requestId,
        tenantId,
        endpointId,
        accelPool,
        arrivedAt,
        inputTokens,
        outputTokens,
        milliseconds,
        tpotMs);
  }

  /** With that time per output token. */
  public Request tpot(String milliseconds) {
    return new Request(
        place,
        requestId,
        tenantId,
        endpointId,
        accelPool,
        arrivedAt,
        inputTokens,
        outputTokens,
        ttftMs,
        milliseconds);
  }

  /** As a row that was read. */
  public RequestRow row() {
    return new RequestRow(
        place,
        requestId,
        tenantId,
        endpointId,
        accelPool,
        arrivedAt,
        inputTokens,
        outputTokens,
        ttftMs,
        new BigDecimal(tpotMs));
  }

  /** As a line of {@code request_logs}; its ids hold nothing that JSON escapes. */
  public String json() {
    return "{\"request_id\":\""
        + requestId
        + "\",\"tenant_id\":\""
        + tenantId
        + "\",\"endpoint_id\":\""
        + endpointId
        + "\",\"accel_pool\":\""
        + accelPool
        + "\",\"arrived_at\":\""
        + arrivedAt
        + "\",\"input_tokens\":"
        + inputTokens
        + ",\"output_tokens\":"
        + outputTokens
        + ",\"ttft_ms\":"
        + ttftMs
        + ",\"tpot_ms\":"
        + tpotMs
        + "}";
  }
}
