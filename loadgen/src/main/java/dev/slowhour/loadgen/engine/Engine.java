package dev.slowhour.loadgen.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An inference engine, one step at a time.
 *
 * <p>Whoever drives it does this over and over: {@link #submit} and {@link #cancel} what has come,
 * call {@link #step} with the time, deliver its events when the step ends ({@link
 * Step#endNanos()}), and begin the next step then. What comes while a step runs is submitted before
 * the next one, with the time at which it came. A request that is cancelled while a step runs may
 * be in the events of that step; they are for nobody any more.
 *
 * <p>Times are nanoseconds on any clock that does not go back. Not for several threads at once.
 */
public final class Engine {

  private final EngineConfig config;
  private final Scheduler scheduler;
  private final Map<String, Sequence> sequences = new HashMap<>();

  private long busyUntil = Long.MIN_VALUE;
  private long steps;
  private long submitted;
  private long finished;
  private long cancelled;
  private long promptTokens;
  private long generatedTokens;

  /** An engine that holds nothing. */
  public Engine(EngineConfig config) {
    this.config = config;
    this.scheduler = new Scheduler(config);
  }

  /** What it was made from. */
  public EngineConfig config() {
    return config;
  }

  /**
   * Puts a request into the queue, however long that is: a limit is up to whoever stands before the
   * engine, as in vLLM.
   *
   * @param nowNanos when it came; what its time in the queue is counted from
   * @throws IllegalArgumentException where prompt and answer exceed {@code max_model_len}, or a
   *     request of the same id is in the engine
   */
  public void submit(EngineRequest request, long nowNanos) {
    if ((long) request.promptTokens() + request.outputTokens() > config.maxModelLen()) {
      throw new IllegalArgumentException(
          request.id()
              + ": "
              + request.promptTokens()
              + " prompt tokens and "
              + request.outputTokens()
              + " output tokens (expected: together at most max_model_len, "
              + config.maxModelLen()
              + ")");
    }
    Sequence sequence = new Sequence(request, nowNanos, submitted);
    if (sequences.putIfAbsent(request.id(), sequence) != null) {
      throw new IllegalArgumentException(
          request.id() + ": is in the engine already (expected: an id of its own)");
    }
    submitted++;
    scheduler.add(sequence);
  }

  /**
   * Takes a request out, whether it waits or runs, with no event.
   *
   * @return whether it was there
   */
  public boolean cancel(String id) {
    Sequence sequence = sequences.remove(id);
    if (sequence == null) {
      return false;
    }
    cancelled++;
    scheduler.remove(sequence);
    return true;
  }

  /** Whether a step would do nothing: no request waits or runs. */
  public boolean isIdle() {
    return sequences.isEmpty();
  }

  /**
   * Begins a step and says how long it takes and what it brings. An engine that is not idle
   * computes something in it, with one exception: where the sequence that would be first is itself
   * the least important one and has no room, it is preempted, the step ends there, as in vLLM, and
   * takes no time. The next one computes.
   *
   * @param nowNanos when it begins: not before the step before it has ended
   * @throws IllegalArgumentException where that step has not ended
   */
  public Step step(long nowNanos) {
    if (nowNanos < busyUntil) {
      throw new IllegalArgumentException(
          "step at " + nowNanos + " (expected: at " + busyUntil + ", when the last one ends)");
    }
    if (isIdle()) {
      return new Step(nowNanos, 0, 0, 0, 0, List.of());
    }
    List<EngineEvent> events = new ArrayList<>();
    scheduler.schedule(nowNanos, events);
    Work work = Work.of(scheduler.running());
    long duration = work.nanos(config.stepTime());
    if (work.sequences() > 0) {
      steps++;
    }
    busyUntil = nowNanos + duration;
    advance(busyUntil, events);
    return new Step(
        nowNanos, duration, work.sequences(), work.prefillTokens(), work.decodeTokens(), events);
  }

  private void advance(long end, List<EngineEvent> events) {
    List<Sequence> running = scheduler.running();
    List<Sequence> complete = List.of();
    for (int i = 0; i < running.size(); i++) {
      Sequence sequence = running.get(i);
      if (sequence.stepTokens == 0) {
        continue;
      }
      sequence.computedTokens += sequence.stepTokens;
      if (sequence.computedTokens < sequence.tokens()) {
        continue;
      }
      generate(sequence, end, events);
      if (sequence.isComplete()) {
        if (complete.isEmpty()) {
          complete = new ArrayList<>();
        }
        complete.add(sequence);
      }
    }
    for (Sequence sequence : complete) {
      finished++;
      sequences.remove(sequence.request.id());
      scheduler.remove(sequence);
      events.add(new EngineEvent.Finished(sequence.request, sequence.times(end)));
    }
  }

  private void generate(Sequence sequence, long end, List<EngineEvent> events) {
    sequence.generatedTokens++;
    generatedTokens++;
    if (sequence.generatedTokens == 1) {
      sequence.firstTokenAt = end;
      promptTokens += sequence.request.promptTokens();
    }
    events.add(new EngineEvent.Token(sequence.request, sequence.generatedTokens));
  }

  /** What it holds now. */
  public Gauges gauges() {
    return new Gauges(
        scheduler.running().size(),
        scheduler.waitingCount(),
        scheduler.blocksInUse(),
        config.kvBlocks());
  }

  /** What it has done so far. */
  public Counters counters() {
    return new Counters(
        steps,
        submitted,
        finished,
        cancelled,
        scheduler.preemptions(),
        promptTokens,
        generatedTokens,
        scheduler.prefixQueriedTokens(),
        scheduler.prefixHitTokens());
  }
}
