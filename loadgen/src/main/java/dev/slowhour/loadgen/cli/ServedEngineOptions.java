package dev.slowhour.loadgen.cli;

import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.SchedulingPolicy;
import dev.slowhour.loadgen.engine.StepTime;
import picocli.CommandLine.Option;

/**
 * An engine by options. What they are without being given is an 8B FP8 model on one 24 GB GPU of
 * 300 GB/s: 8 GB of weights a step, 147 KB of KV cache a token.
 */
final class ServedEngineOptions {

  @Option(
      names = "--max-model-len",
      paramLabel = "N",
      defaultValue = "16384",
      description = "Prompt and answer together, in tokens (default: ${DEFAULT-VALUE}).")
  private int maxModelLen;

  @Option(
      names = "--max-num-seqs",
      paramLabel = "N",
      defaultValue = "256",
      description = "Sequences that run at once (default: ${DEFAULT-VALUE}).")
  private int maxNumSeqs;

  @Option(
      names = "--max-num-batched-tokens",
      paramLabel = "N",
      defaultValue = "2048",
      description = "Tokens of a step (default: ${DEFAULT-VALUE}).")
  private int maxNumBatchedTokens;

  @Option(
      names = "--long-prefill-token-threshold",
      paramLabel = "N",
      defaultValue = "0",
      description = "Most prompt tokens of a sequence in a step; 0 for no limit (default: 0).")
  private int longPrefillTokenThreshold;

  @Option(
      names = "--block-size",
      paramLabel = "N",
      defaultValue = "16",
      description = "Tokens of a KV block (default: ${DEFAULT-VALUE}).")
  private int blockSize;

  @Option(
      names = "--num-gpu-blocks-override",
      paramLabel = "N",
      defaultValue = "5120",
      description = "KV blocks, of which one stays unused (default: ${DEFAULT-VALUE}).")
  private int blocks;

  @Option(
      names = "--no-enable-prefix-caching",
      description = "Do not reuse KV blocks of equal prefixes.")
  private boolean isWithoutPrefixCaching;

  @Option(
      names = "--scheduling-policy",
      paramLabel = "POLICY",
      defaultValue = "fcfs",
      description = "fcfs or priority (default: ${DEFAULT-VALUE}).")
  private String policy;

  @Option(
      names = "--step-time",
      paramLabel = "US",
      split = ",",
      arity = "1",
      defaultValue = "27000,20,145,0.6,0.001",
      description =
          "How long a step takes, in microseconds: its base, and per sequence, prompt token,"
              + " context token and attention pair (default: ${DEFAULT-VALUE}). Five numbers, as"
              + " 'loadgen fit' finds them.")
  private double[] stepTime;

  /**
   * The engine.
   *
   * @throws IllegalArgumentException when a value is out of its range
   */
  EngineConfig config() {
    if (stepTime.length != 5) {
      throw new IllegalArgumentException(
          "--step-time: " + stepTime.length + " numbers (expected: five, split by commas)");
    }
    return new EngineConfig(
        maxModelLen,
        maxNumSeqs,
        maxNumBatchedTokens,
        longPrefillTokenThreshold,
        blockSize,
        blocks - 1,
        !isWithoutPrefixCaching,
        policy(),
        new StepTime(stepTime[0], stepTime[1], stepTime[2], stepTime[3], stepTime[4]),
        new Frontend(0, 0));
  }

  private SchedulingPolicy policy() {
    return switch (policy) {
      case "fcfs" -> SchedulingPolicy.FCFS;
      case "priority" -> SchedulingPolicy.PRIORITY;
      default ->
          throw new IllegalArgumentException(
              "--scheduling-policy: " + policy + " (expected: fcfs or priority)");
    };
  }
}
