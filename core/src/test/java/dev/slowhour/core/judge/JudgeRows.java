package dev.slowhour.core.judge;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Rows of one endpoint's hour for tests of the judge. */
final class JudgeRows {

  static final EndpointId ENDPOINT = new EndpointId("tnt-a", "ep-a");
  static final Instant HOUR = Instant.parse("2026-10-13T01:00:00Z");
  static final String POOL = "pool-1";
  static final long MS = 1_000_000;
  static final long SECOND = 1_000 * MS;
  static final long MINUTE = 60 * SECOND;
  static final long HOUR_NANOS = 60 * MINUTE;

  /** TTFT 500 ms, TPOT 50 ms, 2 at once, 1,000 input tokens. */
  static final Contract CONTRACT = contract(500, 50, 2, 1_000);

  private JudgeRows() {}

  static Contract contract(
      long ttftSloMs, long tpotSloMs, long maxConcurrency, long maxInputTokens) {
    return new Contract(
        ENDPOINT.tenantId(),
        "Tenant A",
        ENDPOINT.endpointId(),
        "model",
        ttftSloMs,
        tpotSloMs,
        maxConcurrency,
        maxInputTokens,
        null);
  }

  /** A request on line 1 of the first file: 100 input tokens, one output token, 100 ms. */
  static RequestRow row(String requestId, long arrivedNanos) {
    return new RequestRow(
        new Place(0, 1),
        requestId,
        ENDPOINT.tenantId(),
        ENDPOINT.endpointId(),
        POOL,
        HOUR.plusNanos(arrivedNanos),
        100,
        1,
        100,
        BigDecimal.ZERO);
  }

  static RequestRow at(RequestRow row, int source, long line) {
    return new RequestRow(
        new Place(source, line),
        row.requestId(),
        row.tenantId(),
        row.endpointId(),
        row.accelPool(),
        row.arrivedAt(),
        row.inputTokens(),
        row.outputTokens(),
        row.ttftMs(),
        row.tpotMs());
  }

  static RequestRow inPool(RequestRow row, String accelPool) {
    return new RequestRow(
        row.place(),
        row.requestId(),
        row.tenantId(),
        row.endpointId(),
        accelPool,
        row.arrivedAt(),
        row.inputTokens(),
        row.outputTokens(),
        row.ttftMs(),
        row.tpotMs());
  }

  static RequestRow withTokens(RequestRow row, long inputTokens, long outputTokens) {
    return new RequestRow(
        row.place(),
        row.requestId(),
        row.tenantId(),
        row.endpointId(),
        row.accelPool(),
        row.arrivedAt(),
        inputTokens,
        outputTokens,
        row.ttftMs(),
        row.tpotMs());
  }

  static RequestRow withTimes(RequestRow row, long ttftMs, String tpotMs) {
    return new RequestRow(
        row.place(),
        row.requestId(),
        row.tenantId(),
        row.endpointId(),
        row.accelPool(),
        row.arrivedAt(),
        row.inputTokens(),
        row.outputTokens(),
        ttftMs,
        new BigDecimal(tpotMs));
  }

  static RequestBlock block(RequestRow... rows) {
    return block(List.of(rows));
  }

  static RequestBlock block(Collection<RequestRow> rows) {
    RequestBlockBuilder builder = new RequestBlockBuilder(ENDPOINT, HOUR);
    rows.forEach(builder::add);
    return builder.build();
  }

  static BitSet bits(int... bits) {
    BitSet set = new BitSet();
    Arrays.stream(bits).forEach(set::set);
    return set;
  }

  /** Sixty minutes, all zero but some. */
  static int[] minutes(int... indexesAndValues) {
    int[] minutes = new int[60];
    for (int i = 0; i < indexesAndValues.length; i += 2) {
      minutes[indexesAndValues[i]] = indexesAndValues[i + 1];
    }
    return minutes;
  }
}
