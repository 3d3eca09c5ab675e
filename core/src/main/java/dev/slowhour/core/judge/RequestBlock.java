package dev.slowhour.core.judge;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.time.ReportZone;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Requests of one endpoint that arrived in one hour, column by column: the form in which rows
 * travel and are judged. Not to be changed once built, although arrays could be.
 *
 * @param tenantId the tenant
 * @param endpointId its endpoint
 * @param hour the start of the hour
 * @param arrivedNanos nanoseconds from the start of the hour to the arrival
 * @param durationNanos how long the request was in progress, nanoseconds
 * @param inputTokens prompt tokens
 * @param outputTokens completion tokens
 * @param ttftMs milliseconds to the first token
 * @param tpotUnscaled TPOT in units of {@code 10^-tpotScale} milliseconds
 * @param tpotScale digits behind the point of the TPOT; {@link #WIDE} where it is too wide for a
 *     long and stands in {@code wideTpotMsOrNull} instead
 * @param wideTpotMsOrNull the TPOT as text where it is wide; null when none of the block is
 * @param pools the pools that occur
 * @param pool index into {@code pools}
 * @param requestIds all request ids behind each other, in UTF-8
 * @param requestIdEnds where each request id ends
 * @param sources {@link Place#source()} of each row
 * @param lines {@link Place#line()} of each row
 * @param leftOut how many lines of the endpoint and hour were no rows, by code: a window tells them
 */
public record RequestBlock(
    String tenantId,
    String endpointId,
    Instant hour,
    long[] arrivedNanos,
    long[] durationNanos,
    long[] inputTokens,
    long[] outputTokens,
    long[] ttftMs,
    long[] tpotUnscaled,
    byte[] tpotScale,
    String[] wideTpotMsOrNull,
    String[] pools,
    int[] pool,
    byte[] requestIds,
    int[] requestIdEnds,
    int[] sources,
    long[] lines,
    Map<NoticeCode, Integer> leftOut) {

  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** The scale of a TPOT that stands as text. */
  public static final byte WIDE = -1;

  /** How many requests the block holds; a block may hold none and only count left out lines. */
  public int size() {
    return arrivedNanos.length;
  }

  /** How many lines the block tells of: its requests, and those that were no rows. */
  public long linesSeen() {
    return size() + leftOut.values().stream().mapToLong(Integer::longValue).sum();
  }

  /** The endpoint that the requests were sent to. */
  public EndpointId endpoint() {
    return new EndpointId(tenantId, endpointId);
  }

  /** The request's id. */
  public String requestId(int row) {
    int start = row == 0 ? 0 : requestIdEnds[row - 1];
    return new String(requestIds, start, requestIdEnds[row] - start, StandardCharsets.UTF_8);
  }

  /** The pool that served the request. */
  public String accelPool(int row) {
    return pools[pool[row]];
  }

  /** The request's TPOT, exact, in milliseconds. */
  public BigDecimal tpotMs(int row) {
    return tpotScale[row] == WIDE
        ? new BigDecimal(wide()[row])
        : BigDecimal.valueOf(tpotUnscaled[row], tpotScale[row]);
  }

  /** Whether the request's TPOT is above that many milliseconds. */
  boolean isTpotAbove(int row, long limitMs) {
    return tpotScale[row] == 0
        ? tpotUnscaled[row] > limitMs
        : tpotMs(row).compareTo(BigDecimal.valueOf(limitMs)) > 0;
  }

  /** Where the request's line stood. */
  public Place place(int row) {
    return new Place(sources[row], lines[row]);
  }

  /**
   * The requests that arrived in the first minutes of the hour. Lines that were no rows stay all:
   * their minute is not known.
   *
   * @param minutes 0 to 60
   */
  public RequestBlock arrivedWithin(int minutes) {
    if (minutes == ReportZone.HOUR_MINUTES) {
      return this;
    }
    RequestBlockBuilder within = new RequestBlockBuilder(endpoint(), hour);
    within.addWhere(this, row -> arrivedNanos[row] < minutes * MINUTE_NANOS);
    return within.build();
  }

  /** When the last of the requests was answered, in nanoseconds from the start of the hour. */
  public long lastCompletionNanos() {
    long last = 0;
    for (int row = 0; row < size(); row++) {
      last = Math.max(last, arrivedNanos[row] + durationNanos[row]);
    }
    return last;
  }

  private String[] wide() {
    return Optional.ofNullable(wideTpotMsOrNull).orElseThrow();
  }
}
