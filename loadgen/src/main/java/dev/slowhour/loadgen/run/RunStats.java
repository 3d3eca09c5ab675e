package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.Flag;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Figures over some requests: how many ended how, and latencies of the answered ones alone. Three
 * significant digits. Not for several threads.
 */
public final class RunStats {

  private static final int DIGITS = 3;

  private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
  private final Map<Flag, Long> flags = new EnumMap<>(Flag.class);
  private final Histogram ttft = new Histogram(DIGITS);
  private final Histogram ttftFromIntended = new Histogram(DIGITS);
  private final Histogram tpot = new Histogram(DIGITS);
  private final Histogram lag = new Histogram(DIGITS);
  private long outputTokens;

  /** Counts a request. */
  public void add(MeasuredRequest request) {
    outcomes.merge(request.outcome(), 1L, Long::sum);
    lag.recordValue(Math.max(0, request.sendLagNanos()));
    if (request.outcome() != Outcome.ANSWERED) {
      return;
    }
    request.flags().forEach(flag -> flags.merge(flag, 1L, Long::sum));
    ttft.recordValue(request.ttftNanos().orElseThrow());
    ttftFromIntended.recordValue(Math.max(0, request.ttftFromIntendedNanos().orElseThrow()));
    if (request.outputTokens() > 1) {
      tpot.recordValue(Math.round(request.tpotNanos()));
    }
    outputTokens += request.outputTokens();
  }

  /** All requests. */
  public long total() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Requests that ended so. */
  public long count(Outcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }

  /** Answered requests with that flag. */
  public long count(Flag flag) {
    return flags.getOrDefault(flag, 0L);
  }

  /** Tokens of all answers. */
  public long outputTokens() {
    return outputTokens;
  }

  /** Time to the first token in milliseconds, at a percentile from 0 to 100; 0 without answers. */
  public double ttftMs(double percentile) {
    return millis(ttft, percentile);
  }

  /** The same from the time at which the request should have been sent. */
  public double ttftFromIntendedMs(double percentile) {
    return millis(ttftFromIntended, percentile);
  }

  /** Time per output token in milliseconds, of answers of two tokens or more. */
  public double tpotMs(double percentile) {
    return millis(tpot, percentile);
  }

  /** Delay of sending in milliseconds, of all requests. */
  public double lagMs(double percentile) {
    return millis(lag, percentile);
  }

  private static double millis(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1e6;
  }
}
