package dev.slowhour.job.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.slowhour.core.time.ReportZone;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;

/**
 * Rows that end a day: one in each partition of request_logs, of a request that completes when the
 * last hour of the day is past changing, so that stream time comes to there.
 *
 * <p>They are readable rows of a tenant that has no contract: all that they become is a notice
 * {@code no_contract} each, once their own hour is final. Their pool is nobody else's, so they are
 * no other tenant's requests.
 */
final class ClosingRows {

  static final String TENANT_ID = "slowhour";
  static final String ENDPOINT_ID = "clock";
  static final String KEY = TENANT_ID + "/" + ENDPOINT_ID;

  private static final String POOL = "slowhour-clock";
  private static final Duration LENGTH = Duration.ofMillis(1);
  private static final JsonFactory FACTORY = new JsonFactory();

  private final ReportZone zone;
  private final Instant arrivedAt;

  private ClosingRows(ReportZone zone, Instant arrivedAt) {
    this.zone = zone;
    this.arrivedAt = arrivedAt;
  }

  /**
   * The rows that close a day.
   *
   * @param lastArrival the latest arrival of a request
   * @param maxRequestDuration B
   * @param allowedDisorder D
   */
  static ClosingRows of(
      ReportZone zone, Instant lastArrival, Duration maxRequestDuration, Duration allowedDisorder) {
    Instant hourEnd = zone.hourOf(lastArrival).plusSeconds(ReportZone.HOUR_SECONDS);
    return new ClosingRows(zone, hourEnd.plus(maxRequestDuration).plus(allowedDisorder));
  }

  /** The same, later. */
  ClosingRows plus(Duration shift) {
    return new ClosingRows(zone, arrivedAt.plus(shift));
  }

  /** When they complete: stream time comes to this, less the allowed disorder. */
  Instant completion() {
    return arrivedAt.plus(LENGTH);
  }

  /** The row of that partition. */
  byte[] value(int partition) {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(row)) {
      json.writeStartObject();
      json.writeStringField("request_id", "clock-" + arrivedAt.toEpochMilli() + "-" + partition);
      json.writeStringField("tenant_id", TENANT_ID);
      json.writeStringField("endpoint_id", ENDPOINT_ID);
      json.writeStringField("accel_pool", POOL);
      json.writeStringField("arrived_at", zone.instantText(arrivedAt));
      json.writeNumberField("input_tokens", 1);
      json.writeNumberField("output_tokens", 1);
      json.writeNumberField("ttft_ms", LENGTH.toMillis());
      json.writeNumberField("tpot_ms", 0);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return row.toByteArray();
  }
}
