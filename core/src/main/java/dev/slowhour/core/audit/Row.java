package dev.slowhour.core.audit;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.Contract;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Comparator;

/**
 * A request as the audit holds it: about 80 bytes and its id. Tenant and endpoint are those of the
 * hour that it is held under; ids of pools and equal TPOTs are shared between rows.
 *
 * @param epochSecond with {@code nano}, when it arrived
 * @param lengthNanos how long it was in progress; at most the bound for one request
 */
record Row(
    String requestId,
    String pool,
    long epochSecond,
    int nano,
    long inputTokens,
    long outputTokens,
    long ttftMs,
    BigDecimal tpotMs,
    long lengthNanos) {

  private static final BigInteger NANOS_PER_MS = BigInteger.valueOf(1_000_000);

  /** Earlier first; at one instant by request id. */
  static final Comparator<Row> BY_ARRIVAL =
      Comparator.comparing(Row::arrivedAt).thenComparing(Row::requestId, CodePointOrder::compare);

  /** Which of several rows with one request id stays: the least. */
  static final Comparator<Row> WHICH_STAYS =
      Comparator.comparing(Row::arrivedAt)
          .thenComparing(Row::pool, CodePointOrder::compare)
          .thenComparingLong(Row::inputTokens)
          .thenComparingLong(Row::outputTokens)
          .thenComparingLong(Row::ttftMs)
          .thenComparing(Row::tpotMs);

  /**
   * {@code ttft_ms × 10⁶ + tpot_ms × output_tokens × 10⁶} nanoseconds, what is left below one
   * nanosecond cut off.
   */
  static BigInteger lengthNanos(long ttftMs, BigDecimal tpotMs, long outputTokens) {
    BigDecimal decodeMs = tpotMs.multiply(BigDecimal.valueOf(outputTokens));
    return BigInteger.valueOf(ttftMs)
        .multiply(NANOS_PER_MS)
        .add(decodeMs.multiply(new BigDecimal(NANOS_PER_MS)).toBigInteger());
  }

  Instant arrivedAt() {
    return Instant.ofEpochSecond(epochSecond, nano);
  }

  boolean misses(Contract contract) {
    return misses(contract.ttftSloMs(), contract.tpotSloMs());
  }

  boolean misses(long ttftSloMs, long tpotSloMs) {
    return ttftMs > ttftSloMs || tpotMs.compareTo(BigDecimal.valueOf(tpotSloMs)) > 0;
  }

  /** Its length had it been answered just within the contract's SLO, if that is less. */
  long lengthAtSloNanos(Contract contract) {
    BigInteger atSlo =
        lengthNanos(contract.ttftSloMs(), BigDecimal.valueOf(contract.tpotSloMs()), outputTokens);
    return atSlo.min(BigInteger.valueOf(lengthNanos)).longValueExact();
  }
}
