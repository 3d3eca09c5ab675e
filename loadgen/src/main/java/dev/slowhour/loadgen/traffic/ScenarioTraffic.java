package dev.slowhour.loadgen.traffic;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.engine.EngineRequest;
import dev.slowhour.loadgen.scenario.Arrivals;
import dev.slowhour.loadgen.scenario.Change;
import dev.slowhour.loadgen.scenario.EndpointPlan;
import dev.slowhour.loadgen.scenario.PlantedHour;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.scenario.Source;
import dev.slowhour.loadgen.simulate.Answer;
import dev.slowhour.loadgen.simulate.Call;
import dev.slowhour.loadgen.simulate.Traffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * All that a scenario sends to one pool, or to all of them. Times are nanoseconds since the
 * scenario's start, on whole milliseconds, which is what request logs hold; a call's stream is the
 * index of its endpoint in the scenario.
 */
public final class ScenarioTraffic implements Traffic {

  private static final long NANOS_PER_MS = 1_000_000;
  private static final long NANOS_PER_HOUR = Duration.ofHours(1).toNanos();

  private record Seat(int endpoint, Sender sender) {}

  private final List<EndpointPlan> endpoints;
  private final List<Seat> seats = new ArrayList<>();
  private final long[] requestsOf;
  private final Map<String, Sender> waitingFor = new HashMap<>();
  private final Map<Path, List<TraceRow>> traces = new HashMap<>();
  private int nextSeat;
  private long nextNanos;

  private ScenarioTraffic(Scenario scenario, long seed, Predicate<EndpointPlan> served)
      throws InputException {
    this.endpoints = scenario.endpoints();
    this.requestsOf = new long[endpoints.size()];
    for (int endpoint = 0; endpoint < endpoints.size(); endpoint++) {
      if (served.test(endpoints.get(endpoint))) {
        seat(scenario, endpoint, seed);
      }
    }
    findNext();
  }

  /**
   * What is sent to one pool.
   *
   * @param seed the same one gives the same requests
   * @throws InputException where a trace cannot be read
   */
  public static ScenarioTraffic of(Scenario scenario, String accelPool, long seed)
      throws InputException {
    return new ScenarioTraffic(scenario, seed, plan -> plan.accelPool().equals(accelPool));
  }

  /**
   * What is sent to all pools together, to one address.
   *
   * @param seed the same one gives the same requests
   * @throws InputException where a trace cannot be read
   */
  public static ScenarioTraffic of(Scenario scenario, long seed) throws InputException {
    return new ScenarioTraffic(scenario, seed, plan -> true);
  }

  private void seat(Scenario scenario, int endpoint, long seed) throws InputException {
    EndpointPlan plan = endpoints.get(endpoint);
    EndpointId id = plan.contract().endpoint();
    List<Window.Silence> silences = new ArrayList<>();
    for (PlantedHour hour : scenario.planted()) {
      int number = 0;
      for (Change change : hour.changes()) {
        number++;
        if (!change.endpoint().equals(id)) {
          continue;
        }
        long start = hour.hour() * NANOS_PER_HOUR + change.from().toNanos();
        long end = start + change.lasts().toNanos();
        if (change.isInstead()) {
          silences.add(new Window.Silence(start, end));
        }
        String name = plan.name() + "@" + hour.hour() + "#" + number;
        sit(endpoint, change.source(), new Window(start, end, List.of()), new Dice(seed, name));
      }
    }
    Window always = new Window(0, scenario.duration().toNanos(), silences);
    sit(endpoint, plan.usual(), always, new Dice(seed, plan.name()));
  }

  private void sit(int endpoint, Source source, Window window, Dice dice) throws InputException {
    Arrivals arrivals = source.arrivals();
    Sender sender;
    if (arrivals instanceof Arrivals.Trace trace) {
      sender = new TraceReplay(trace, window, rows(trace));
    } else {
      Drafts drafts = new Drafts(source, endpoint, dice);
      sender =
          arrivals instanceof Arrivals.Workers workers
              ? new WorkerLoop(workers, window, drafts)
              : new OpenLoop(arrivals, window, drafts, dice);
    }
    seats.add(new Seat(endpoint, sender));
  }

  private List<TraceRow> rows(Arrivals.Trace trace) throws InputException {
    List<TraceRow> rows = traces.get(trace.path());
    if (rows == null) {
      rows = TraceFiles.read(trace.path(), trace.format());
      traces.put(trace.path(), rows);
    }
    return rows;
  }

  private void findNext() {
    nextNanos = NOTHING;
    for (int i = 0; i < seats.size(); i++) {
      long at = seats.get(i).sender().nextNanos();
      if (at < nextNanos) {
        nextNanos = at;
        nextSeat = i;
      }
    }
  }

  @Override
  public long nextNanos() {
    return nextNanos == NOTHING ? NOTHING : onMilliseconds(nextNanos);
  }

  /** Up, so that a worker does not send before it has its answer. */
  private static long onMilliseconds(long nanos) {
    return (nanos + NANOS_PER_MS - 1) / NANOS_PER_MS * NANOS_PER_MS;
  }

  @Override
  public Call next() {
    Seat seat = seats.get(nextSeat);
    long at = nextNanos();
    Draft draft = seat.sender().next();
    EndpointPlan plan = endpoints.get(seat.endpoint());
    long number = ++requestsOf[seat.endpoint()];
    String id = String.format(Locale.ROOT, "req-%s-%06d", plan.contract().endpointId(), number);
    // Endpoints of different tenants may have one name.
    String engineId = seat.endpoint() + "/" + id;
    waitingFor.put(engineId, seat.sender());
    findNext();
    return new Call(
        at,
        seat.endpoint(),
        new EngineRequest(
            engineId, draft.promptTokens(), draft.outputTokens(), plan.priority(), draft.prefix()));
  }

  @Override
  public void answered(Answer answer) {
    waitingFor.remove(answer.call().request().id()).answered(answer.lastNanos());
    findNext();
  }
}
