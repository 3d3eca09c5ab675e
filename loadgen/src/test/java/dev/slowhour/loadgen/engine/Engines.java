package dev.slowhour.loadgen.engine;

import java.util.ArrayList;
import java.util.List;

/** Small engines, and what they did in words. */
final class Engines {

  private Engines() {}

  /** 1 ms a step and 0.01 ms a prompt token: durations can be worked out in the head. */
  static final StepTime PLAIN = new StepTime(1_000, 0, 10, 0, 0);

  static final Frontend NO_FRONTEND = new Frontend(0, 0);

  static EngineConfig config(
      int maxModelLen, int maxNumSeqs, int maxNumBatchedTokens, int blockSize, int kvBlocks) {
    return new EngineConfig(
        maxModelLen,
        maxNumSeqs,
        maxNumBatchedTokens,
        0,
        blockSize,
        kvBlocks,
        false,
        SchedulingPolicy.FCFS,
        PLAIN,
        NO_FRONTEND);
  }

  static EngineConfig with(EngineConfig config, SchedulingPolicy policy, boolean prefixCaching) {
    return new EngineConfig(
        config.maxModelLen(),
        config.maxNumSeqs(),
        config.maxNumBatchedTokens(),
        config.longPrefillTokenThreshold(),
        config.blockSize(),
        config.kvBlocks(),
        prefixCaching,
        policy,
        config.stepTime(),
        config.frontend());
  }

  /**
   * Steps until the engine is idle, from a time on. A line per step: when it began in ms, {@code
   * prefill+decode} tokens, its events, and behind {@code |} running, waiting and blocks in use.
   */
  static List<String> schedule(Engine engine, long startNanos) {
    List<String> lines = new ArrayList<>();
    long now = startNanos;
    while (!engine.isIdle()) {
      Step step = engine.step(now);
      lines.add(line(step, engine.gauges()));
      now = step.endNanos();
    }
    return lines;
  }

  static String line(Step step, Gauges gauges) {
    StringBuilder line = new StringBuilder();
    line.append(millis(step.startNanos()))
        .append(": ")
        .append(step.prefillTokens())
        .append('+')
        .append(step.decodeTokens());
    for (EngineEvent event : step.events()) {
      line.append(' ').append(word(event));
    }
    return line.append(" | ")
        .append(gauges.running())
        .append(' ')
        .append(gauges.waiting())
        .append(' ')
        .append(gauges.kvBlocksInUse())
        .toString();
  }

  private static String word(EngineEvent event) {
    String id = event.request().id();
    if (event instanceof EngineEvent.Scheduled scheduled) {
      return (scheduled.resumed() ? "resume " : "run ")
          + id
          + (scheduled.cachedTokens() == 0 ? "" : "(" + scheduled.cachedTokens() + " cached)");
    }
    if (event instanceof EngineEvent.Token token) {
      return id + token.number();
    }
    return (event instanceof EngineEvent.Preempted ? "preempt " : "end ") + id;
  }

  private static String millis(long nanos) {
    return java.math.BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
  }
}
