package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.PlannedRequest;
import java.util.Objects;

/**
 * A request that a schedule offers, with what its body is made from.
 *
 * @param plan when and what, as it is measured against
 * @param model name of the model that is asked for
 * @param priority vLLM's {@code priority}: a smaller number is more important; 0 for none
 * @param prefixSpans one number for each span of tokens that the prompt begins with; prompts whose
 *     numbers are equal up to a place have equal text up to there
 * @param tokensPerSpan tokens of such a span, ≥ 1
 */
public record OfferedRequest(
    PlannedRequest plan, String model, int priority, long[] prefixSpans, int tokensPerSpan) {

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when a span has no token
   */
  public OfferedRequest {
    Objects.requireNonNull(plan);
    Objects.requireNonNull(model);
    prefixSpans = prefixSpans.clone();
    if (tokensPerSpan < 1) {
      throw new IllegalArgumentException(
          "tokensPerSpan: " + tokensPerSpan + " (expected: an integer ≥ 1)");
    }
  }

  /** A request whose prompt shares nothing. */
  public static OfferedRequest of(PlannedRequest plan, String model) {
    return new OfferedRequest(plan, model, 0, new long[0], 1);
  }

  @Override
  public long[] prefixSpans() {
    return prefixSpans.clone();
  }
}
