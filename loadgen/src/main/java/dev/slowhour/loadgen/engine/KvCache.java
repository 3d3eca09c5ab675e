package dev.slowhour.loadgen.engine;

/**
 * The blocks of the KV cache and who holds them. A block belongs to the sequences that hold it; it
 * is in use while there is one.
 */
sealed interface KvCache permits CountedBlocks, CachedBlocks {

  static KvCache of(EngineConfig config) {
    return config.prefixCaching()
        ? new CachedBlocks(config.kvBlocks(), config.blockSize())
        : new CountedBlocks(config.kvBlocks(), config.blockSize());
  }

  /**
   * How many tokens at the start of a sequence that holds no block are in the cache: whole blocks,
   * and never all of its tokens, for the last one has to be computed.
   */
  int cachedTokens(Sequence sequence);

  /**
   * Gives a sequence the blocks that its first so many tokens need, of which it shares those that
   * hold its first {@code cachedTokens}, if it holds none yet.
   *
   * @return whether there were enough; otherwise nothing has changed
   */
  boolean hold(Sequence sequence, int cachedTokens, int tokens);

  /** Takes all blocks of a sequence back. */
  void release(Sequence sequence);

  /** Blocks held by sequences. */
  int inUse();
}
