package dev.slowhour.loadgen.engine;

/**
 * What happened to a request in a step. {@link Scheduled} and {@link Preempted} happen when the
 * step begins, {@link Token} and {@link Finished} when it ends.
 */
public sealed interface EngineEvent {

  /** The request that it happened to, as it was submitted. */
  EngineRequest request();

  /**
   * A request left the queue and runs: for the first time, or again after a preemption.
   *
   * @param cachedTokens tokens that the prefix cache spared it now
   * @param resumed whether it had been preempted
   */
  record Scheduled(EngineRequest request, int cachedTokens, boolean resumed)
      implements EngineEvent {}

  /**
   * A running request lost its KV blocks to another and waits again. Tokens that it has generated
   * stay; they are computed again with its prompt.
   */
  record Preempted(EngineRequest request) implements EngineEvent {}

  /**
   * A request generated a token.
   *
   * @param number from 1 to the request's {@code outputTokens}; 1 is what TTFT waits for
   */
  record Token(EngineRequest request, int number) implements EngineEvent {}

  /** A request generated its last token and left the engine. Comes after that token. */
  record Finished(EngineRequest request, RequestTimes times) implements EngineEvent {}
}
