package dev.slowhour.loadgen.engine;

/**
 * The engine's own record of a request, in nanoseconds on the clock of whoever drives it.
 *
 * @param submitted when it was given to the engine
 * @param firstScheduled when it ran for the first time: the start of that step
 * @param firstToken when it had its first token: the end of that step
 * @param lastToken when it had its last
 * @param preemptions how often it was preempted
 * @param cachedTokens prompt tokens that the prefix cache spared it when it first ran
 */
public record RequestTimes(
    long submitted,
    long firstScheduled,
    long firstToken,
    long lastToken,
    int preemptions,
    int cachedTokens) {

  /**
   * Time in the queue until it first ran, as vLLM's {@code request_queue_time_seconds}. Waiting
   * after a preemption is not in it.
   */
  public long queueNanos() {
    return firstScheduled - submitted;
  }

  /** From when it first ran to its first token, {@code request_prefill_time_seconds}. */
  public long prefillNanos() {
    return firstToken - firstScheduled;
  }

  /** From its first token to its last, {@code request_decode_time_seconds}. */
  public long decodeNanos() {
    return lastToken - firstToken;
  }
}
