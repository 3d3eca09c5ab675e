package dev.slowhour.loadgen.engine;

import java.util.Objects;

/**
 * What an engine is, in the words of vLLM's options.
 *
 * @param maxModelLen {@code --max-model-len}: prompt and answer together, in tokens, ≥ 2
 * @param maxNumSeqs {@code --max-num-seqs}: sequences that run at once, ≥ 1
 * @param maxNumBatchedTokens {@code --max-num-batched-tokens}: tokens of one step, ≥ maxNumSeqs
 * @param longPrefillTokenThreshold {@code --long-prefill-token-threshold}: the most prompt tokens
 *     of one sequence in one step; 0 for no limit
 * @param blockSize {@code --block-size}: tokens of a KV block, ≥ 1; 16 where vLLM is not told
 * @param kvBlocks blocks that hold something: vLLM's {@code num_gpu_blocks} less the one that it
 *     keeps for itself; enough for a sequence of maxModelLen
 * @param prefixCaching {@code --enable-prefix-caching}
 * @param policy {@code --scheduling-policy}
 * @param stepTime how long a step takes
 * @param frontend what happens before a request reaches the scheduler
 */
public record EngineConfig(
    int maxModelLen,
    int maxNumSeqs,
    int maxNumBatchedTokens,
    int longPrefillTokenThreshold,
    int blockSize,
    int kvBlocks,
    boolean prefixCaching,
    SchedulingPolicy policy,
    StepTime stepTime,
    Frontend frontend) {

  /**
   * @throws IllegalArgumentException where a value is out of its range, named as in a scenario
   */
  public EngineConfig {
    Objects.requireNonNull(policy);
    Objects.requireNonNull(stepTime);
    Objects.requireNonNull(frontend);
    atLeast("max_model_len", maxModelLen, 2);
    atLeast("max_num_seqs", maxNumSeqs, 1);
    atLeast("long_prefill_token_threshold", longPrefillTokenThreshold, 0);
    atLeast("block_size", blockSize, 1);
    if (maxNumBatchedTokens < maxNumSeqs) {
      throw new IllegalArgumentException(
          "max_num_batched_tokens: "
              + maxNumBatchedTokens
              + " (expected: at least max_num_seqs, "
              + maxNumSeqs
              + ")");
    }
    if (kvBlocks < blocks(maxModelLen, blockSize)) {
      throw new IllegalArgumentException(
          "kv_blocks: "
              + kvBlocks
              + " (expected: at least "
              + blocks(maxModelLen, blockSize)
              + ", for one sequence of max_model_len "
              + maxModelLen
              + " in blocks of "
              + blockSize
              + ")");
    }
  }

  private static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: an integer ≥ " + least + ")");
    }
  }

  /** Blocks that so many tokens fill or begin. */
  static int blocks(int tokens, int blockSize) {
    return (tokens + blockSize - 1) / blockSize;
  }
}
