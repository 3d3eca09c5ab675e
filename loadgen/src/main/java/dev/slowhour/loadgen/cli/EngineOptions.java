package dev.slowhour.loadgen.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import java.util.Locale;
import picocli.CommandLine.Option;

/** An engine's limits, in vLLM's words. */
final class EngineOptions {

  private static final StepTime TO_BE_FOUND = new StepTime(1, 0, 0, 0, 0);

  @Option(
      names = "--max-model-len",
      paramLabel = "N",
      required = true,
      description = "Prompt and answer together, in tokens.")
  private int maxModelLen;

  @Option(
      names = "--max-num-seqs",
      paramLabel = "N",
      required = true,
      description = "Sequences that run at once.")
  private int maxNumSeqs;

  @Option(
      names = "--max-num-batched-tokens",
      paramLabel = "N",
      defaultValue = "2048",
      description = "Tokens of a step (default: ${DEFAULT-VALUE}).")
  private int maxNumBatchedTokens;

  @Option(
      names = "--kv-blocks",
      paramLabel = "N",
      required = true,
      description = "Blocks of the KV cache: num_gpu_blocks less one.")
  private int kvBlocks;

  @Option(
      names = "--block-size",
      paramLabel = "N",
      defaultValue = "16",
      description = "Tokens of a block (default: ${DEFAULT-VALUE}).")
  private int blockSize;

  @Option(
      names = "--scheduling-policy",
      paramLabel = "POLICY",
      defaultValue = "fcfs",
      description = "fcfs or priority (default: ${DEFAULT-VALUE}).")
  private String policy;

  EngineConfig config() throws InputException {
    try {
      return new EngineConfig(
          maxModelLen,
          maxNumSeqs,
          maxNumBatchedTokens,
          0,
          blockSize,
          kvBlocks,
          false,
          SchedulingPolicy.valueOf(policy.toUpperCase(Locale.ROOT)),
          TO_BE_FOUND,
          new Frontend(0, 0));
    } catch (IllegalArgumentException e) {
      throw new InputException("engine options: " + e.getMessage(), e);
    }
  }
}
