package dev.slowhour.loadgen.engine;

/**
 * What the engine holds after its last step.
 *
 * @param running {@code num_requests_running}
 * @param waiting {@code num_requests_waiting}: those that were preempted too
 * @param kvBlocksInUse blocks that running sequences hold
 * @param kvBlocks all blocks
 */
public record Gauges(int running, int waiting, int kvBlocksInUse, int kvBlocks) {

  /** {@code kv_cache_usage_perc}, 0 to 1. Cached blocks that nobody uses do not count. */
  public double kvUsage() {
    return (double) kvBlocksInUse / kvBlocks;
  }
}
