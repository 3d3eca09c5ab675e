package dev.slowhour.loadgen.scenario;

import java.util.Optional;

/**
 * Something that sends requests to one endpoint.
 *
 * @param inputTokensOrNull prompts; null where a trace says how long they are
 * @param outputTokensOrNull answers; null likewise
 * @param prefixOrNull what prompts begin with; null where they share nothing
 */
public record Source(
    Arrivals arrivals,
    Lengths inputTokensOrNull,
    Lengths outputTokensOrNull,
    SharedPrefix prefixOrNull) {

  /** How long prompts are; empty where a trace says so. */
  public Optional<Lengths> inputTokens() {
    return Optional.ofNullable(inputTokensOrNull);
  }

  /** How long answers are; empty where a trace says so. */
  public Optional<Lengths> outputTokens() {
    return Optional.ofNullable(outputTokensOrNull);
  }

  /** What prompts begin with; empty where they share nothing. */
  public Optional<SharedPrefix> prefix() {
    return Optional.ofNullable(prefixOrNull);
  }
}
