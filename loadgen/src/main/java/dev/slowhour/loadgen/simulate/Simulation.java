package dev.slowhour.loadgen.simulate;

import dev.slowhour.loadgen.engine.Engine;
import dev.slowhour.loadgen.engine.EngineConfig;
import dev.slowhour.loadgen.engine.EngineEvent;
import dev.slowhour.loadgen.engine.EngineRequest;
import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.Gauges;
import dev.slowhour.loadgen.engine.Step;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** One engine under traffic, in simulated time. */
public final class Simulation {

  private record Submission(long atNanos, long number, Call call) {

    static final Comparator<Submission> IN_ORDER =
        Comparator.comparingLong(Submission::atNanos).thenComparingLong(Submission::number);
  }

  private static final class Flight {
    final Call call;
    long firstNanos;

    Flight(Call call) {
      this.call = call;
    }
  }

  private final Engine engine;
  private final Frontend frontend;
  private final Traffic traffic;
  private final List<Pause> pauses;
  private final Scrapes scrapes;
  private final Observer observer;

  private final PriorityQueue<Submission> frontendQueue = new PriorityQueue<>(Submission.IN_ORDER);
  private final Map<String, Flight> flights = new HashMap<>();
  private long sent;

  /**
   * @param pauses in the order of time, not overlapping
   * @param scrapes when the engine's gauges are looked at
   */
  public Simulation(
      EngineConfig config,
      Traffic traffic,
      List<Pause> pauses,
      Scrapes scrapes,
      Observer observer) {
    this.engine = new Engine(config);
    this.frontend = config.frontend();
    this.traffic = traffic;
    this.pauses = List.copyOf(pauses);
    this.scrapes = scrapes;
    this.observer = observer;
  }

  /** Runs until all that is sent has been answered, and returns the engine as it is then. */
  public Engine run() {
    Gauges shown = engine.gauges();
    long now = Long.MIN_VALUE;
    while (true) {
      if (engine.isIdle()) {
        long next = nextSubmission();
        if (next == Traffic.NOTHING) {
          break;
        }
        now = Math.max(now, next);
      }
      submitUntil(now);
      Step step = engine.step(afterPauses(now));
      long end = step.startNanos() + stretched(step);
      scrapes.until(end, shown, observer);
      shown = engine.gauges();
      deliver(step, end);
      now = end;
    }
    scrapes.toTheEnd(shown, observer);
    return engine;
  }

  private long nextSubmission() {
    takeUntilSubmissionIsSure();
    return frontendQueue.isEmpty() ? Traffic.NOTHING : frontendQueue.peek().atNanos();
  }

  private void submitUntil(long now) {
    takeUntil(now);
    while (!frontendQueue.isEmpty() && frontendQueue.peek().atNanos() <= now) {
      Submission submission = frontendQueue.remove();
      Call call = submission.call();
      flights.put(call.request().id(), new Flight(call));
      engine.submit(call.request(), submission.atNanos());
    }
  }

  /** A request that is sent later may be submitted earlier, but not before it is sent. */
  private void takeUntilSubmissionIsSure() {
    while (traffic.nextNanos() != Traffic.NOTHING
        && (frontendQueue.isEmpty() || traffic.nextNanos() <= frontendQueue.peek().atNanos())) {
      take();
    }
  }

  private void takeUntil(long now) {
    while (traffic.nextNanos() <= now && traffic.nextNanos() != Traffic.NOTHING) {
      take();
    }
  }

  private void take() {
    Call call = traffic.next();
    EngineRequest request = call.request();
    if ((long) request.promptTokens() + request.outputTokens() > engine.config().maxModelLen()) {
      observer.refused(call);
      return;
    }
    long at = call.sentNanos() + frontend.nanos(request.promptTokens());
    frontendQueue.add(new Submission(at, sent++, call));
  }

  private void deliver(Step step, long end) {
    for (EngineEvent event : step.events()) {
      if (event instanceof EngineEvent.Token token && token.number() == 1) {
        flights.get(token.request().id()).firstNanos = end;
      } else if (event instanceof EngineEvent.Finished finished) {
        Flight flight = flights.remove(finished.request().id());
        Answer answer = new Answer(flight.call, flight.firstNanos, end, finished.times());
        observer.answered(answer);
        traffic.answered(answer);
      }
    }
  }

  private long afterPauses(long now) {
    long start = now;
    for (Pause pause : pauses) {
      if (pause.startNanos() <= start && start < pause.endNanos()) {
        start = pause.endNanos();
      }
    }
    return start;
  }

  /** How long a step takes with the pauses that begin while it runs. */
  private long stretched(Step step) {
    long duration = step.durationNanos();
    for (Pause pause : pauses) {
      if (pause.startNanos() > step.startNanos()
          && pause.startNanos() < step.startNanos() + duration) {
        duration += pause.endNanos() - pause.startNanos();
      }
    }
    return duration;
  }
}
