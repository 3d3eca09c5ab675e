package dev.slowhour.core.data;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/**
 * One readable {@code request_logs} line: a request that was answered.
 *
 * @param place where the line stood
 * @param requestId unique within its tenant, endpoint and hour once duplicates are left out
 * @param tenantId who sent it
 * @param endpointId where to
 * @param accelPool the pool that served it
 * @param arrivedAt when it was sent
 * @param inputTokens prompt tokens, from 1 to 9,007,199,254,740,991
 * @param outputTokens completion tokens, in the same range
 * @param ttftMs milliseconds from sending to the first chunk that carries a token, same range
 * @param tpotMs milliseconds per output token after the first, exact as written, ≥ 0, at most 15
 *     digits before and 30 after the point
 */
public record RequestRow(
    Place place,
    String requestId,
    String tenantId,
    String endpointId,
    String accelPool,
    Instant arrivedAt,
    long inputTokens,
    long outputTokens,
    long ttftMs,
    BigDecimal tpotMs) {

  private static final int NANOS_PER_MS_DIGITS = 6;
  private static final long NANOS_PER_MS = 1_000_000;
  private static final long[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

  /** Below this many milliseconds TTFT alone stays far from the largest long of nanoseconds. */
  private static final long SMALL_TTFT_MS = 1_000_000_000_000L;

  /**
   * How long the request was in progress: {@code ttft_ms × 10⁶ + tpot_ms × output_tokens × 10⁶}
   * nanoseconds, what is left below one nanosecond cut off.
   *
   * @throws ArithmeticException when that is beyond a long; a plausible request's is not
   */
  public long durationNanos() {
    long exact = exactDurationNanosOrMinusOne();
    return exact >= 0
        ? exact
        : durationMs().movePointRight(NANOS_PER_MS_DIGITS).toBigInteger().longValueExact();
  }

  /** Whether the request was in progress for longer than that, compared before anything is cut. */
  public boolean isLongerThan(Duration bound) {
    long exact = exactDurationNanosOrMinusOne();
    return exact >= 0
        ? exact > bound.toNanos()
        : durationMs().compareTo(BigDecimal.valueOf(bound.toNanos(), NANOS_PER_MS_DIGITS)) > 0;
  }

  /**
   * The same request, in progress only until its last token came as measured, {@code ttft_ms +
   * tpot_ms × (output_tokens − 1)}: the rule counts one step more. Its output tokens are one fewer,
   * for to the judge they are nothing but the steps of its length, as it was and at SLO. (Of equal
   * request ids they decide which is left out; one fewer of all leaves their order.)
   */
  public RequestRow untilLastToken() {
    return new RequestRow(
        place,
        requestId,
        tenantId,
        endpointId,
        accelPool,
        arrivedAt,
        inputTokens,
        outputTokens - 1,
        ttftMs,
        tpotMs);
  }

  private BigDecimal durationMs() {
    return tpotMs.multiply(BigDecimal.valueOf(outputTokens)).add(BigDecimal.valueOf(ttftMs));
  }

  /** The usual case, a TPOT of at most six decimals and nothing huge, without any allocation. */
  private long exactDurationNanosOrMinusOne() {
    int scale = tpotMs.scale();
    if (scale < 0 || scale > NANOS_PER_MS_DIGITS || tpotMs.precision() > 12) {
      return -1;
    }
    long tpotNanos =
        tpotMs.unscaledValue().longValue() * POWERS_OF_TEN[NANOS_PER_MS_DIGITS - scale];
    long decodeNanos = tpotNanos * outputTokens;
    boolean isSmall =
        Math.multiplyHigh(tpotNanos, outputTokens) == 0
            && decodeNanos >= 0
            && ttftMs < SMALL_TTFT_MS
            && decodeNanos < Long.MAX_VALUE - SMALL_TTFT_MS * NANOS_PER_MS;
    return isSmall ? ttftMs * NANOS_PER_MS + decodeNanos : -1;
  }
}
