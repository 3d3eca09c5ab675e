package dev.slowhour.loadgen.http;

import dev.slowhour.loadgen.engine.Engine;
import dev.slowhour.loadgen.engine.EngineEvent;
import dev.slowhour.loadgen.engine.Step;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives the engine model in real time on a thread of its own: takes in what has come, begins a
 * step, waits until it ends, hands out its tokens.
 *
 * <p>A step begins when the one before has ended on the engine's own clock, however late this
 * thread is, so that a machine that stalls delays tokens but does not make the engine slower for
 * good.
 */
final class EngineLoop implements AutoCloseable {

  /** What happens to one call. Called on the engine's thread. */
  interface Listener {
    /** It has a further token, from 1. */
    void onToken(int number);

    /** The engine is dead and there will be no further token. */
    void onDead();
  }

  private enum State {
    ALIVE,
    DEAD,
    /** Ended, and nobody is told. */
    HALTED
  }

  private final Engine engine;
  private final EngineMetrics metrics;
  private final double timeScale;
  private final int maxInFlight;
  private final long originNanos = System.nanoTime();
  private final ConcurrentLinkedQueue<Command> commands = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final Map<String, Live> live = new HashMap<>();
  private final Thread thread = new Thread(this::run, "engine");

  private volatile State state = State.ALIVE;
  private volatile long stalledUntil;

  private EngineLoop(EngineServerConfig config, EngineMetrics metrics) {
    this.engine = new Engine(config.engine());
    this.metrics = metrics;
    this.timeScale = config.timeScale();
    this.maxInFlight =
        config.maxQueuedRequests() == 0 ? Integer.MAX_VALUE : config.maxQueuedRequests();
  }

  /** An engine that runs and holds nothing. */
  static EngineLoop start(EngineServerConfig config, EngineMetrics metrics) {
    EngineLoop loop = new EngineLoop(config, metrics);
    loop.thread.setDaemon(true);
    loop.thread.start();
    return loop;
  }

  /**
   * Gives the engine a call, which came now.
   *
   * @throws ApiError when it is dead, or as many calls wait or run as may
   */
  void submit(Call call, Listener listener) throws ApiError {
    if (state == State.DEAD) {
      throw ApiError.dead();
    }
    if (inFlight.get() >= maxInFlight) {
      metrics.refused();
      throw ApiError.busy();
    }
    inFlight.incrementAndGet();
    Command command = new Command(now(), call, call.request().id(), listener);
    commands.add(command);
    if (state == State.DEAD && commands.remove(command)) {
      // Killed in between, and its end would be told to nobody.
      throw ApiError.dead();
    }
    LockSupport.unpark(thread);
  }

  /** Takes a call out, wherever it is. */
  void cancel(String id) {
    commands.add(new Command(now(), null, id, null));
    LockSupport.unpark(thread);
  }

  /** Whether it has not been killed. A stalled engine is alive to whoever asks. */
  boolean isAlive() {
    return state != State.DEAD;
  }

  /** Ends it as a killed process: every call is told. */
  void kill() {
    state = State.DEAD;
    LockSupport.unpark(thread);
  }

  /** Ends it and tells nobody: streams stay open without a further byte. */
  void halt() {
    state = State.HALTED;
    LockSupport.unpark(thread);
  }

  /** Does not end a step for so long from now, as a stopped process. */
  void stall(Duration duration) {
    stalledUntil = now() + (long) (duration.toNanos() * timeScale);
  }

  /** Nanoseconds on the engine's clock. */
  private long now() {
    return (long) ((System.nanoTime() - originNanos) * timeScale);
  }

  private void run() {
    long time = 0;
    while (state == State.ALIVE) {
      time = takeIn(time);
      if (engine.isIdle()) {
        LockSupport.park(this);
        continue;
      }
      Step step = engine.step(time);
      for (EngineEvent event : step.events()) {
        if (event instanceof EngineEvent.Scheduled scheduled) {
          metrics.scheduled(scheduled);
        }
      }
      time = awaitEnd(step.endNanos());
      if (state == State.ALIVE) {
        for (EngineEvent event : step.events()) {
          deliver(event, time);
        }
        metrics.stepped(
            engine.gauges(), engine.counters(), step.prefillTokens() + step.decodeTokens());
      }
    }
    if (state == State.DEAD) {
      takeInAll();
      List.copyOf(live.values()).forEach(call -> call.listener.onDead());
    }
  }

  /** Takes in what came until then; an idle engine's time goes on to what comes next. */
  private long takeIn(long time) {
    long until = time;
    Command next;
    while ((next = commands.peek()) != null
        && (next.at <= until || next.callOrNull == null || engine.isIdle())) {
      commands.poll();
      if (engine.isIdle()) {
        until = Math.max(until, next.at);
      }
      carryOut(next);
    }
    metrics.stepped(engine.gauges(), engine.counters(), 0);
    return until;
  }

  private void takeInAll() {
    Command next;
    while ((next = commands.poll()) != null) {
      carryOut(next);
    }
  }

  private void carryOut(Command command) {
    if (command.callOrNull != null) {
      engine.submit(command.callOrNull.request(), command.at);
      live.put(command.id, new Live(command.callOrNull, command.listenerOrNull, command.at));
    } else if (live.remove(command.id) != null) {
      engine.cancel(command.id);
      inFlight.decrementAndGet();
    }
  }

  /** Waits until that time, and longer where the engine is stalled. */
  private long awaitEnd(long end) {
    long until;
    while (state == State.ALIVE && now() < (until = Math.max(end, stalledUntil))) {
      LockSupport.parkNanos(this, (long) ((until - now()) / timeScale));
    }
    return Math.max(end, stalledUntil);
  }

  private void deliver(EngineEvent event, long time) {
    Live call = live.get(event.request().id());
    if (call == null) {
      return;
    }
    if (event instanceof EngineEvent.Token token) {
      double seconds = (time - call.lastAt) / 1e9 / timeScale;
      if (token.number() == 1) {
        metrics.firstToken(seconds);
      } else {
        metrics.furtherToken(seconds);
      }
      call.lastAt = time;
      call.listener.onToken(token.number());
    } else if (event instanceof EngineEvent.Finished done) {
      metrics.finished(call.call, done.times(), timeScale);
      live.remove(event.request().id());
      inFlight.decrementAndGet();
    }
  }

  /** Ends it and waits until its thread has ended. */
  @Override
  public void close() {
    halt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A call that has come, or with neither call nor listener the id of one to take out. */
  private record Command(long at, Call callOrNull, String id, Listener listenerOrNull) {}

  /** A call in the engine. */
  private static final class Live {
    private final Call call;
    private final Listener listener;
    private long lastAt;

    private Live(Call call, Listener listener, long submittedAt) {
      this.call = call;
      this.listener = listener;
      this.lastAt = submittedAt;
    }
  }
}
