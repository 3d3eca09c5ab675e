package dev.slowhour.loadgen.simulate;

import dev.slowhour.loadgen.engine.RequestTimes;

/**
 * A request that was answered.
 *
 * @param call what was sent
 * @param firstNanos when its first token came
 * @param lastNanos when its last token came
 * @param times the engine's own record
 */
public record Answer(Call call, long firstNanos, long lastNanos, RequestTimes times) {

  /** From sent to the first token, in nanoseconds. */
  public long ttftNanos() {
    return firstNanos - call.sentNanos();
  }

  /** Mean time between tokens, in nanoseconds: 0 where there is one token. */
  public double tpotNanos() {
    int gaps = call.request().outputTokens() - 1;
    return gaps == 0 ? 0 : (double) (lastNanos - firstNanos) / gaps;
  }
}
