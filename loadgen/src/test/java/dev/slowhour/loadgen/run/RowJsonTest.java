package dev.slowhour.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.loadgen.client.Flag;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.MeasuredRequest.Times;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.PlannedRequest;
import dev.slowhour.loadgen.client.RunClock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowJsonTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final RunClock CLOCK =
      RunClock.startedAt(Instant.parse("2026-10-13T01:16:41.870Z"));

  @Test
  void an_answered_request_is_a_line_of_request_logs() {
    String line = RowJson.log(answered(1_910_000_000L, 13_878_000_000L, 188), CLOCK);
    assertThat(line)
        .isEqualTo(
            "{\"request_id\":\"r-1\",\"tenant_id\":\"t-1\",\"endpoint_id\":\"e-1\","
                + "\"accel_pool\":\"p-1\",\"arrived_at\":\"2026-10-13T01:16:41.875Z\","
                + "\"input_tokens\":960,\"output_tokens\":188,\"ttft_ms\":1910,"
                + "\"tpot_ms\":64}");
  }

  @Test
  void any_other_is_a_line_of_request_failures_with_its_status_where_there_is_one()
      throws Exception {
    assertThat(JSON.readTree(RowJson.failure(failed(Outcome.REFUSED, 503), CLOCK)))
        .isEqualTo(
            JSON.readTree(
                """
                {"request_id":"r-1","tenant_id":"t-1","endpoint_id":"e-1","accel_pool":"p-1",
                 "arrived_at":"2026-10-13T01:16:41.875Z","kind":"refused","status":503}
                """));
    assertThat(JSON.readTree(RowJson.failure(failed(Outcome.TIMEOUT, null), CLOCK)).has("status"))
        .isFalse();
  }

  @Test
  void timings_hold_the_intended_and_the_actual_time_of_sending() throws Exception {
    JsonNode row = JSON.readTree(RowJson.timing(failed(Outcome.ERROR, 500), CLOCK));
    assertThat(row.path("scheduled_ms").decimalValue()).isEqualByComparingTo("1791854201873.000");
    assertThat(row.path("sent_ms").decimalValue()).isEqualByComparingTo("1791854201875.000");
    assertThat(row.path("first_ms").isNull()).isTrue();
    assertThat(row.path("detail").asText()).isEqualTo("because");
    assertThat(row.path("flags")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "499999, 1",
    "500000, 1",
    "1499999, 1",
    "1500000, 2",
    "250000000, 250",
  })
  void ttft_is_rounded_to_whole_milliseconds_and_at_least_one(long nanos, long ms) {
    assertThat(RowJson.ttftMs(answered(nanos, 0, 1))).isEqualTo(ms);
  }

  @ParameterizedTest
  @CsvSource({
    // 10 ms over 3 gaps
    "10000000, 4, 3.333",
    "20000000, 4, 6.667",
    "64000000, 2, 64",
    "0, 5, 0",
    "999999, 1, 0"
  })
  void tpot_is_the_time_between_first_and_last_chunk_over_the_gaps(
      long nanos, long tokens, String ms) {
    assertThat(RowJson.tpotMs(answered(1, 1 + nanos, tokens)).toPlainString()).isEqualTo(ms);
  }

  private static MeasuredRequest answered(long ttft, long last, long tokens) {
    long sent = 5_000_000;
    return new MeasuredRequest(
        plan(),
        Outcome.ANSWERED,
        "",
        200,
        null,
        new Times(sent, sent, sent, sent + ttft, sent + last, sent + last),
        960,
        tokens,
        tokens,
        0,
        EnumSet.noneOf(Flag.class));
  }

  private static MeasuredRequest failed(Outcome outcome, Integer status) {
    return new MeasuredRequest(
        plan(),
        outcome,
        "because",
        status,
        null,
        new Times(5_000_000, -1, -1, -1, -1, 9_000_000),
        960,
        0,
        0,
        0,
        Set.of());
  }

  private static PlannedRequest plan() {
    return new PlannedRequest("r-1", "t-1", "e-1", "p-1", "normal", 3_000_000, 960, 188);
  }
}
