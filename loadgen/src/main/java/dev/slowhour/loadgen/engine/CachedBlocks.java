package dev.slowhour.loadgen.engine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A cache whose free blocks keep what they hold until they are taken for something else, the one
 * that has been free for longest first. Of what one sequence gives back the end goes first, for the
 * start is what others may share.
 */
final class CachedBlocks implements KvCache {

  private static final long NOTHING = 0;

  private final int blockSize;
  private final int[] holders;

  /** What a whole block holds: a hash over it and all before it. */
  private final long[] contents;

  private final Map<Long, Integer> blockOf = new HashMap<>();
  private final FreeBlocks free;

  CachedBlocks(int total, int blockSize) {
    this.blockSize = blockSize;
    this.holders = new int[total];
    this.contents = new long[total];
    this.free = new FreeBlocks(total);
  }

  @Override
  public int cachedTokens(Sequence sequence) {
    int limit = (sequence.tokens() - 1) / blockSize;
    int found = 0;
    while (found < limit && blockOf.containsKey(hash(sequence, found))) {
      found++;
    }
    return found * blockSize;
  }

  @Override
  public boolean hold(Sequence sequence, int cachedTokens, int tokens) {
    int shared = sequence.blockCount == 0 ? cachedTokens / blockSize : 0;
    int needed = EngineConfig.blocks(tokens, blockSize);
    int idleShared = 0;
    for (int i = 0; i < shared; i++) {
      if (holders[blockOf.get(hash(sequence, i))] == 0) {
        idleShared++;
      }
    }
    int fresh = needed - Math.max(sequence.blockCount, shared);
    if (fresh + idleShared > free.size()) {
      return false;
    }
    if (sequence.blocks.length < needed) {
      sequence.blocks = Arrays.copyOf(sequence.blocks, Math.max(needed, needed * 3 / 2));
    }
    for (int i = 0; i < shared; i++) {
      int block = blockOf.get(hash(sequence, i));
      if (holders[block]++ == 0) {
        free.remove(block);
      }
      sequence.blocks[sequence.blockCount++] = block;
    }
    while (sequence.blockCount < needed) {
      sequence.blocks[sequence.blockCount++] = take();
    }
    remember(sequence, tokens);
    return true;
  }

  private int take() {
    int block = free.removeOldest();
    if (contents[block] != NOTHING) {
      blockOf.remove(contents[block]);
      contents[block] = NOTHING;
    }
    holders[block] = 1;
    return block;
  }

  /** Blocks that become whole can be found from now on. */
  private void remember(Sequence sequence, int tokens) {
    // From the end: what is remembered already was so at an earlier step.
    for (int i = tokens / blockSize - 1; i >= 0; i--) {
      int block = sequence.blocks[i];
      if (contents[block] != NOTHING) {
        return;
      }
      long hash = hash(sequence, i);
      if (blockOf.putIfAbsent(hash, block) == null) {
        contents[block] = hash;
      }
    }
  }

  @Override
  public void release(Sequence sequence) {
    for (int i = sequence.blockCount - 1; i >= 0; i--) {
      int block = sequence.blocks[i];
      if (--holders[block] == 0) {
        free.add(block);
      }
    }
    sequence.blockCount = 0;
  }

  @Override
  public int inUse() {
    return holders.length - free.size();
  }

  private long hash(Sequence sequence, int index) {
    if (sequence.blockHashes.length <= index) {
      sequence.blockHashes = Arrays.copyOf(sequence.blockHashes, Math.max(16, index * 2 + 1));
    }
    while (sequence.hashedBlocks <= index) {
      int next = sequence.hashedBlocks;
      long before = next == 0 ? blockSize : sequence.blockHashes[next - 1];
      sequence.blockHashes[next] = BlockHash.next(before, sequence, next, blockSize);
      sequence.hashedBlocks++;
    }
    return sequence.blockHashes[index];
  }
}
