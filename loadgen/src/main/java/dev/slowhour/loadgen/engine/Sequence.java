package dev.slowhour.loadgen.engine;

/** A request inside the engine: how far it has come and which blocks it holds. */
final class Sequence {

  final EngineRequest request;
  final long submittedAt;

  /** Which one it was in the order of submission: settles ties, and names what only it holds. */
  final long number;

  /** Tokens whose keys and values are in the cache. */
  int computedTokens;

  int generatedTokens;

  /** What the step at hand computes of it; 0 when it is not in the step. */
  int stepTokens;

  /** Blocks held. */
  int blockCount;

  /** Which ones, where the cache knows its blocks apart; the first {@link #blockCount} count. */
  int[] blocks = NO_BLOCKS;

  /** Chained hashes of its blocks, as far as they have been needed. */
  long[] blockHashes = NO_HASHES;

  int hashedBlocks;

  long firstScheduledAt = NEVER;
  long firstTokenAt = NEVER;
  int firstCachedTokens;
  int preemptions;

  private static final long NEVER = Long.MIN_VALUE;
  private static final int[] NO_BLOCKS = {};
  private static final long[] NO_HASHES = {};

  Sequence(EngineRequest request, long submittedAt, long number) {
    this.request = request;
    this.submittedAt = submittedAt;
    this.number = number;
  }

  /** Prompt and what has been generated. */
  int tokens() {
    return request.promptTokens() + generatedTokens;
  }

  /** Whether nothing is left to compute but the token that it generated last. */
  boolean isDecoding() {
    return generatedTokens > 0 && computedTokens == tokens() - 1;
  }

  boolean hasRun() {
    return firstScheduledAt != NEVER;
  }

  boolean isComplete() {
    return generatedTokens == request.outputTokens();
  }

  RequestTimes times(long lastToken) {
    return new RequestTimes(
        submittedAt, firstScheduledAt, firstTokenAt, lastToken, preemptions, firstCachedTokens);
  }
}
