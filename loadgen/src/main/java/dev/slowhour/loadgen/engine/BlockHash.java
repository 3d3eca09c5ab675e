package dev.slowhour.loadgen.engine;

/** What tells blocks of 64-bit chained hashes apart: equal up to a block, equal hash there. */
final class BlockHash {

  private BlockHash() {}

  /**
   * The hash of a sequence's block, never 0.
   *
   * @param before that of the block before it, or anything fixed for the first
   */
  static long next(long before, Sequence sequence, int index, int blockSize) {
    Prefix prefix = sequence.request.prefix();
    int start = index * blockSize;
    int end = start + blockSize;
    int shareable = Math.min(sequence.request.promptTokens(), prefix.coveredTokens());
    long hash = before;
    if (end <= shareable) {
      for (int token = start; token < end; token += prefix.tokensPerSpan()) {
        hash = mix(hash, prefix.spanOf(token));
      }
      // The last token may lie in a span that the strides stepped over.
      hash = mix(hash, prefix.spanOf(end - 1));
    } else {
      hash = mix(hash, ~sequence.number);
    }
    hash = mix(hash, index);
    return hash == 0 ? 1 : hash;
  }

  /** The finaliser of SplitMix64 over a sum. */
  private static long mix(long hash, long value) {
    long mixed = hash * 0x9E3779B97F4A7C15L + value;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
