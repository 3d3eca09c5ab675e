package dev.slowhour.loadgen.engine;

import java.util.Objects;

/**
 * A request as the scheduler sees it.
 *
 * @param id unlike that of any other request that is in the engine
 * @param promptTokens ≥ 1
 * @param outputTokens how many tokens it is going to generate, ≥ 1. The model has no text: whoever
 *     submits decides when an answer ends
 * @param priority a smaller number is more important; matters with {@link
 *     SchedulingPolicy#PRIORITY} alone
 * @param prefix what the prompt begins with; matters with prefix caching alone
 */
public record EngineRequest(
    String id, int promptTokens, int outputTokens, int priority, Prefix prefix) {

  /**
   * @throws IllegalArgumentException where a number of tokens is less than 1
   */
  public EngineRequest {
    Objects.requireNonNull(id);
    Objects.requireNonNull(prefix);
    if (promptTokens < 1 || outputTokens < 1) {
      throw new IllegalArgumentException(
          id
              + ": "
              + promptTokens
              + " prompt tokens, "
              + outputTokens
              + " output tokens (expected: at least 1 of each)");
    }
  }

  /** A request of priority 0 that shares no prefix. */
  public static EngineRequest of(String id, int promptTokens, int outputTokens) {
    return new EngineRequest(id, promptTokens, outputTokens, 0, Prefix.NONE);
  }
}
