package dev.slowhour.loadgen.engine;

import java.util.List;

/**
 * One step of the engine.
 *
 * @param startNanos when it began
 * @param durationNanos how long it takes; 0 for one that computes nothing
 * @param sequences how many sequences are in it
 * @param prefillTokens prompt tokens that it computes
 * @param decodeTokens tokens of sequences that generate
 * @param events what happened, in the order in which it did
 */
public record Step(
    long startNanos,
    long durationNanos,
    int sequences,
    int prefillTokens,
    int decodeTokens,
    List<EngineEvent> events) {

  public Step {
    events = List.copyOf(events);
  }

  /** When it ends: when its tokens are there. */
  public long endNanos() {
    return startNanos + durationNanos;
  }
}
