package dev.slowhour.loadgen.engine;

/** A cache in which all free blocks are alike. */
final class CountedBlocks implements KvCache {

  private final int blockSize;
  private final int total;
  private int inUse;

  CountedBlocks(int total, int blockSize) {
    this.total = total;
    this.blockSize = blockSize;
  }

  @Override
  public int cachedTokens(Sequence sequence) {
    return 0;
  }

  @Override
  public boolean hold(Sequence sequence, int cachedTokens, int tokens) {
    int more = EngineConfig.blocks(tokens, blockSize) - sequence.blockCount;
    if (more <= 0) {
      return true;
    }
    if (more > total - inUse) {
      return false;
    }
    inUse += more;
    sequence.blockCount += more;
    return true;
  }

  @Override
  public void release(Sequence sequence) {
    inUse -= sequence.blockCount;
    sequence.blockCount = 0;
  }

  @Override
  public int inUse() {
    return inUse;
  }
}
