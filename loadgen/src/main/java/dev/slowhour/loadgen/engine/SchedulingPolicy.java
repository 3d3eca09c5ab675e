package dev.slowhour.loadgen.engine;

/** Who is admitted first, and who is preempted when the KV cache is full. */
public enum SchedulingPolicy {
  /**
   * First come, first served. The request that began to run last is preempted, and goes to the head
   * of the queue.
   */
  FCFS,
  /**
   * By priority (a smaller number is more important), then by arrival. The running request that is
   * least important, of those the one that arrived last, is preempted.
   */
  PRIORITY
}
