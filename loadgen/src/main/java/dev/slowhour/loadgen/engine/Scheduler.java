package dev.slowhour.loadgen.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Says what a step computes, in the manner of vLLM V1: first what runs, in the order in which it
 * began to, then what waits. There is no phase of prefill or of decoding; each sequence catches up
 * with its own tokens.
 */
final class Scheduler {

  private final EngineConfig config;
  private final KvCache cache;
  private final WaitingQueue waiting;
  private final List<Sequence> running = new ArrayList<>();

  private long preemptions;
  private long prefixQueriedTokens;
  private long prefixHitTokens;

  Scheduler(EngineConfig config) {
    this.config = config;
    this.cache = KvCache.of(config);
    this.waiting = WaitingQueue.of(config.policy());
  }

  void add(Sequence sequence) {
    waiting.add(sequence);
  }

  /** Takes a sequence out, wherever it is. */
  void remove(Sequence sequence) {
    if (!waiting.remove(sequence)) {
      running.remove(sequence);
      cache.release(sequence);
    }
  }

  /** Running sequences, in the order in which they began to; those with stepTokens compute. */
  List<Sequence> running() {
    return running;
  }

  int waitingCount() {
    return waiting.size();
  }

  int blocksInUse() {
    return cache.inUse();
  }

  long preemptions() {
    return preemptions;
  }

  long prefixQueriedTokens() {
    return prefixQueriedTokens;
  }

  long prefixHitTokens() {
    return prefixHitTokens;
  }

  /** Sets the {@code stepTokens} of every running sequence. */
  void schedule(long now, List<EngineEvent> events) {
    for (int i = 0; i < running.size(); i++) {
      running.get(i).stepTokens = 0;
    }
    long before = preemptions;
    int budget = scheduleRunning(events);
    if (preemptions == before) {
      admitWaiting(budget, now, events);
    }
  }

  private int scheduleRunning(List<EngineEvent> events) {
    int budget = config.maxNumBatchedTokens();
    int index = 0;
    while (index < running.size() && budget > 0) {
      Sequence sequence = running.get(index);
      int tokens = chunk(sequence.tokens() - sequence.computedTokens, budget);
      while (!cache.hold(sequence, 0, sequence.computedTokens + tokens)) {
        Sequence victim = victim();
        running.remove(victim);
        if (victim.stepTokens > 0) {
          // It stood before this one and has got tokens of this step.
          budget += victim.stepTokens;
          index--;
        }
        preempt(victim, events);
        if (victim == sequence) {
          return budget;
        }
      }
      sequence.stepTokens = tokens;
      budget -= tokens;
      index++;
    }
    return budget;
  }

  private Sequence victim() {
    return switch (config.policy()) {
      case FCFS -> running.get(running.size() - 1);
      case PRIORITY -> Collections.max(running, WaitingQueue.BY_PRIORITY);
    };
  }

  private void preempt(Sequence victim, List<EngineEvent> events) {
    cache.release(victim);
    victim.computedTokens = 0;
    victim.stepTokens = 0;
    victim.preemptions++;
    preemptions++;
    waiting.putBack(victim);
    events.add(new EngineEvent.Preempted(victim.request));
  }

  private void admitWaiting(int budgetLeft, long now, List<EngineEvent> events) {
    int budget = budgetLeft;
    while (!waiting.isEmpty() && budget > 0 && running.size() < config.maxNumSeqs()) {
      Sequence sequence = waiting.first();
      int cached = cache.cachedTokens(sequence);
      int tokens = chunk(sequence.tokens() - cached, budget);
      if (!cache.hold(sequence, cached, cached + tokens)) {
        // Who stands behind it does not overtake it.
        return;
      }
      waiting.removeFirst();
      running.add(sequence);
      sequence.computedTokens = cached;
      sequence.stepTokens = tokens;
      budget -= tokens;
      noteAdmission(sequence, cached, now, events);
    }
  }

  private void noteAdmission(Sequence sequence, int cached, long now, List<EngineEvent> events) {
    if (config.prefixCaching()) {
      prefixQueriedTokens += sequence.tokens();
      prefixHitTokens += cached;
    }
    boolean isResumed = sequence.hasRun();
    if (!isResumed) {
      sequence.firstScheduledAt = now;
      sequence.firstCachedTokens = cached;
    }
    events.add(new EngineEvent.Scheduled(sequence.request, cached, isResumed));
  }

  private int chunk(int tokens, int budget) {
    int limit = config.longPrefillTokenThreshold();
    return Math.min(limit > 0 ? Math.min(tokens, limit) : tokens, budget);
  }
}
