package dev.slowhour.core.read;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads {@code request_logs} lines. */
public final class RequestLogReader implements LineReader<RequestRow> {

  private static final int REQUEST_ID = 0;
  private static final int TENANT_ID = 1;
  private static final int ENDPOINT_ID = 2;
  private static final int ACCEL_POOL = 3;
  private static final int ARRIVED_AT = 4;
  private static final int INPUT_TOKENS = 5;
  private static final int OUTPUT_TOKENS = 6;
  private static final int TTFT_MS = 7;
  private static final int TPOT_MS = 8;

  private static final List<String> DURATION_FIELDS =
      List.of(
          Table.REQUEST_LOGS.columns().get(TTFT_MS),
          Table.REQUEST_LOGS.columns().get(TPOT_MS),
          Table.REQUEST_LOGS.columns().get(OUTPUT_TOKENS));

  /** A fraction up to here may be a TTFT in seconds. */
  private static final long MAX_SECONDS = 1_000;

  private final Duration maxRequestDuration;
  private final CellReader line;
  private final Cells cells = new Cells(Table.REQUEST_LOGS.columns().size());
  private final FieldChecks checks = new FieldChecks(Table.REQUEST_LOGS, cells);
  private long seconds;

  /**
   * A reader of JSON objects to which a longer request than that is implausible.
   *
   * @param maxRequestDuration the bound for one request; exactly that long is plausible
   */
  public RequestLogReader(Duration maxRequestDuration) {
    this(maxRequestDuration, new JsonObjectReader(Table.REQUEST_LOGS.columns()));
  }

  RequestLogReader(Duration maxRequestDuration, CellReader line) {
    this.maxRequestDuration = maxRequestDuration;
    this.line = line;
  }

  @Override
  public Reading<RequestRow> read(Place place, byte[] bytes, int from, int to) {
    if (!line.read(bytes, from, to, cells)) {
      return malformed();
    }
    checks.start();
    String requestId = checks.id(REQUEST_ID);
    String tenantId = checks.tenantId(TENANT_ID);
    String endpointId = checks.id(ENDPOINT_ID);
    String accelPool = checks.id(ACCEL_POOL);
    Instant arrivedAt = checks.instant(ARRIVED_AT);
    long inputTokens = checks.integer(INPUT_TOKENS, 1);
    long outputTokens = checks.integer(OUTPUT_TOKENS, 1);
    long ttftMs = checks.integer(TTFT_MS, 1);
    BigDecimal tpotMs = checks.decimal(TPOT_MS);
    if (!checks.allGood()) {
      if (ttftMs == 0 && checks.isBetween(TTFT_MS, 0, MAX_SECONDS)) {
        seconds++;
      }
      return checks.invalidField(tenantId, endpointId, arrivedAt);
    }
    RequestRow row =
        new RequestRow(
            place,
            requestId,
            tenantId,
            endpointId,
            accelPool,
            arrivedAt,
            inputTokens,
            outputTokens,
            ttftMs,
            tpotMs);
    if (row.isLongerThan(maxRequestDuration)) {
      return new Reading.Fault<>(
          NoticeCode.IMPLAUSIBLE_DURATION,
          DURATION_FIELDS,
          Optional.of(tenantId),
          Optional.of(endpointId),
          Optional.of(arrivedAt));
    }
    return new Reading.Row<>(row);
  }

  @Override
  public Reading.Fault<RequestRow> malformed() {
    return Reading.Fault.malformed(line.malformed());
  }

  @Override
  public long valuesInAnotherUnit() {
    return seconds;
  }
}
