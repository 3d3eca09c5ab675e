package dev.slowhour.core.compare;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * Useful work: the requests that were answered within their SLO.
 *
 * @param withinSlo requests within their SLO
 * @param answered requests that were answered, n
 * @param failed requests that were not, each id once
 * @param seconds the length of the hours that they were sent in, ≥ 1
 */
public record Goodput(long withinSlo, long answered, long failed, long seconds) {

  private static final int RATE_PLACES = 4;
  private static final int SHARE_PLACES = 4;

  /** Nothing, in that time. */
  public static Goodput none(long seconds) {
    return new Goodput(0, 0, 0, seconds);
  }

  /** With a window's requests. */
  public Goodput plus(Counts counts) {
    return new Goodput(
        withinSlo + counts.requests() - counts.misses(),
        answered + counts.requests(),
        failed,
        seconds);
  }

  /** With requests that were not answered. */
  public Goodput plusFailed(long requests) {
    return new Goodput(withinSlo, answered, failed + requests, seconds);
  }

  /** All requests that were sent. */
  public long offered() {
    return answered + failed;
  }

  /** Requests within their SLO per second, rounded half up to four places. */
  public BigDecimal perSecond() {
    return BigDecimal.valueOf(withinSlo)
        .divide(BigDecimal.valueOf(seconds), RATE_PLACES, RoundingMode.HALF_UP);
  }

  /** Their share of all that were sent, 0 to 1, half up to four places; empty when none was. */
  public Optional<BigDecimal> shareOfOffered() {
    return offered() == 0
        ? Optional.empty()
        : Optional.of(
            BigDecimal.valueOf(withinSlo)
                .divide(BigDecimal.valueOf(offered()), SHARE_PLACES, RoundingMode.HALF_UP));
  }
}
