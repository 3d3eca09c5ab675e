package dev.slowhour.loadgen.engine;

/**
 * What the API process adds before a request reaches the scheduler: HTTP, parsing, tokenisation. It
 * is part of what a client measures as TTFT and no part of the time in the queue.
 *
 * <p>{@link Engine} knows nothing of it: whoever simulates a client submits a request that much
 * later than it was sent. A server that does this work for real does not add it again.
 *
 * @param perRequestMicros ≥ 0
 * @param perPromptTokenMicros ≥ 0
 */
public record Frontend(double perRequestMicros, double perPromptTokenMicros) {

  /**
   * @throws IllegalArgumentException where a coefficient is no number ≥ 0
   */
  public Frontend {
    if (!(perRequestMicros >= 0) || Double.isInfinite(perRequestMicros)) {
      throw new IllegalArgumentException(
          "per_request_us: " + perRequestMicros + " (expected: a number ≥ 0)");
    }
    if (!(perPromptTokenMicros >= 0) || Double.isInfinite(perPromptTokenMicros)) {
      throw new IllegalArgumentException(
          "per_prompt_token_us: " + perPromptTokenMicros + " (expected: a number ≥ 0)");
    }
  }

  /** From sent to submitted, in nanoseconds. */
  public long nanos(int promptTokens) {
    return Math.round((perRequestMicros + perPromptTokenMicros * promptTokens) * 1_000);
  }
}
