package dev.slowhour.loadgen.run;

import dev.slowhour.core.read.InputException;
import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import dev.slowhour.loadgen.client.PlannedRequest;
import dev.slowhour.loadgen.engine.EngineRequest;
import dev.slowhour.loadgen.engine.RequestTimes;
import dev.slowhour.loadgen.scenario.EndpointPlan;
import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.simulate.Answer;
import dev.slowhour.loadgen.simulate.Call;
import dev.slowhour.loadgen.traffic.ScenarioTraffic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The part of a scenario's traffic that lies in a span of it, in real time. */
public final class ScenarioSchedule implements Schedule {

  private final Scenario scenario;
  private final ScenarioTraffic traffic;
  private final String runId;
  private final Optional<String> model;
  private final long skipNanos;
  private final long startNanos;
  private final long endNanos;
  private final Map<String, Call> unanswered = new HashMap<>();

  private ScenarioSchedule(
      Scenario scenario,
      ScenarioTraffic traffic,
      String runId,
      Duration skip,
      Duration duration,
      Optional<String> model,
      Duration lead) {
    this.scenario = scenario;
    this.traffic = traffic;
    this.runId = runId;
    this.model = model;
    this.skipNanos = skip.toNanos();
    this.startNanos = lead.toNanos();
    this.endNanos = skip.plus(duration).toNanos();
  }

  /**
   * What a scenario sends to all its pools together.
   *
   * @param runId stands before every request's id, so that two runs have none in common
   * @param skip where in the scenario the run begins; what lies before is not sent
   * @param duration how much of it is sent
   * @param model what is asked for in place of each contract's model
   * @param lead how long after the run's start the first of it is
   * @throws InputException where a trace cannot be read
   */
  public static ScenarioSchedule of(
      Scenario scenario,
      long seed,
      String runId,
      Duration skip,
      Duration duration,
      Optional<String> model,
      Duration lead)
      throws InputException {
    ScenarioSchedule schedule =
        new ScenarioSchedule(
            scenario, ScenarioTraffic.of(scenario, seed), runId, skip, duration, model, lead);
    schedule.passOver();
    return schedule;
  }

  /** Workers are answered at once in what is passed over, and begin with the rest. */
  private void passOver() {
    while (traffic.nextNanos() < skipNanos) {
      Call call = traffic.next();
      traffic.answered(answer(call, Math.max(call.sentNanos() + 1, skipNanos)));
    }
  }

  @Override
  public long nextNanos() {
    long next = traffic.nextNanos();
    return next >= endNanos ? NOTHING : next - skipNanos + startNanos;
  }

  @Override
  public OfferedRequest next() {
    long intended = nextNanos();
    Call call = traffic.next();
    EndpointPlan plan = scenario.endpoints().get(call.stream());
    EngineRequest request = call.request();
    // Behind the slash stands what the scenario's own tables call it.
    String id = runId + "-" + request.id().substring(request.id().indexOf('/') + 1);
    PlannedRequest planned =
        new PlannedRequest(
            id,
            plan.contract().tenantId(),
            plan.contract().endpointId(),
            plan.accelPool(),
            "scenario",
            intended,
            request.promptTokens(),
            request.outputTokens());
    unanswered.put(planned.tenantId() + "/" + id, call);
    return new OfferedRequest(
        planned,
        model.orElse(plan.contract().model()),
        request.priority(),
        request.prefix().spans(),
        request.prefix().tokensPerSpan());
  }

  @Override
  public void ended(MeasuredRequest request) {
    Call call = unanswered.remove(request.plan().tenantId() + "/" + request.plan().requestId());
    if (call != null && request.outcome() != Outcome.CANCELLED) {
      long end = request.times().done() - startNanos + skipNanos;
      traffic.answered(answer(call, Math.max(call.sentNanos() + 1, end)));
    }
  }

  /** Of an answer the traffic asks for its end alone. */
  private static Answer answer(Call call, long endNanos) {
    return new Answer(
        call,
        endNanos,
        endNanos,
        new RequestTimes(call.sentNanos(), call.sentNanos(), endNanos, endNanos, 0, 0));
  }
}
