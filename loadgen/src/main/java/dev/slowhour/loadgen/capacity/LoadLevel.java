package dev.slowhour.loadgen.capacity;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.run.RunStats;
import java.util.List;

/**
 * What was measured at one concurrency.
 *
 * @param phase {@code baseline}, {@code step}, {@code long mix} or {@code sustained}
 * @param concurrency requests in flight at once
 * @param requests requests that ended, without those of the warm-up
 * @param answered of them those that were answered
 * @param misses ordinary requests that missed an objective or were not answered
 * @param ordinary ordinary requests: all but the long ones
 * @param ttftP50Ms median time to the first token, of ordinary requests
 * @param ttftP95Ms the same at 95 %
 * @param tpotP50Ms median time per output token
 * @param tpotP95Ms the same at 95 %
 * @param requestsPerSecond answered requests over the time that was measured
 * @param tokensPerSecond their output tokens over that time
 * @param recoveredMs how long the engine took to be at rest again; −1 when it was not in time
 * @param isKept whether the objectives were kept and the engine came to rest
 */
public record LoadLevel(
    String phase,
    int concurrency,
    long requests,
    long answered,
    long misses,
    long ordinary,
    double ttftP50Ms,
    double ttftP95Ms,
    double tpotP50Ms,
    double tpotP95Ms,
    double requestsPerSecond,
    double tokensPerSecond,
    long recoveredMs,
    boolean isKept) {

  /** The engine did not come to rest in time. */
  public static final long NOT_RECOVERED = -1;

  /** Phase of requests with a long prompt; they load the engine and have no objective here. */
  static final String LONG = "long";

  static LoadLevel of(
      String phase,
      int concurrency,
      List<MeasuredRequest> measured,
      double seconds,
      long recoveredMs,
      CapacityPlan plan) {
    RunStats ordinary = new RunStats();
    RunStats all = new RunStats();
    long misses = 0;
    for (MeasuredRequest request : measured) {
      all.add(request);
      if (!request.plan().phase().equals(LONG)) {
        ordinary.add(request);
        misses += isMiss(request, plan) ? 1 : 0;
      }
    }
    boolean isKept =
        ordinary.total() > 0
            && misses <= plan.maxMissShare() * ordinary.total()
            && recoveredMs != NOT_RECOVERED;
    long answered = all.count(Outcome.ANSWERED);
    return new LoadLevel(
        phase,
        concurrency,
        all.total(),
        answered,
        misses,
        ordinary.total(),
        ordinary.ttftMs(50),
        ordinary.ttftMs(95),
        ordinary.tpotMs(50),
        ordinary.tpotMs(95),
        answered / seconds,
        all.outputTokens() / seconds,
        recoveredMs,
        isKept);
  }

  private static boolean isMiss(MeasuredRequest request, CapacityPlan plan) {
    return request.outcome() != Outcome.ANSWERED
        || request.ttftNanos().orElseThrow() > plan.ttftSloMs() * 1_000_000
        || request.tpotNanos() > plan.tpotSloMs() * 1e6;
  }
}
