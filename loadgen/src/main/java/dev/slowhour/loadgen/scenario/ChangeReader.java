package dev.slowhour.loadgen.scenario;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.read.InputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads planted hours and what they change. */
final class ChangeReader {

  private static final Duration HOUR = Duration.ofHours(1);

  private final PlanReader plans;
  private final List<PoolPlan> pools;
  private final List<EndpointPlan> endpoints;

  ChangeReader(PlanReader plans, List<PoolPlan> pools, List<EndpointPlan> endpoints) {
    this.plans = plans;
    this.pools = List.copyOf(pools);
    this.endpoints = List.copyOf(endpoints);
  }

  PlantedHour planted(YamlNode node) throws InputException {
    EndpointPlan target = endpoint(node.get("target"));
    List<Change> changes = new ArrayList<>();
    for (YamlNode change : node.items("changes")) {
      changes.add(change(change));
    }
    return new PlantedHour(
        node.integer("hour"),
        target.contract().endpoint(),
        verdict(node.text("expect")),
        node.text("cause"),
        changes);
  }

  private static Verdict verdict(String expect) {
    return switch (expect) {
      case "within_slo" -> Verdict.WITHIN_SLO;
      case "over_concurrency" -> Verdict.OVER_CONCURRENCY;
      case "long_input" -> Verdict.LONG_INPUT;
      default -> Verdict.ISOLATION_FAILURE;
    };
  }

  private EndpointPlan endpoint(YamlNode node) throws InputException {
    String text = node.text();
    int slash = text.indexOf('/');
    EndpointId id = new EndpointId(text.substring(0, slash), text.substring(slash + 1));
    return endpoints.stream()
        .filter(plan -> plan.contract().endpoint().equals(id))
        .findFirst()
        .orElseThrow(
            () -> node.fault(text + " (expected: tenant_id/endpoint_id of one of the endpoints)"));
  }

  private Change change(YamlNode node) throws InputException {
    EndpointPlan plan = endpoint(node.get("endpoint"));
    PoolPlan pool =
        pools.stream()
            .filter(p -> p.pool().accelPool().equals(plan.accelPool()))
            .findFirst()
            .orElseThrow();
    Duration from = node.duration("from", Duration.ZERO);
    Duration lasts = node.duration("for", HOUR.minus(from));
    if (lasts.isZero() || lasts.isNegative() || from.plus(lasts).compareTo(HOUR) > 0) {
      throw node.fault("from and for (expected: a part of the hour that is not empty)");
    }
    Change.Kind kind =
        switch (node.text("kind")) {
          case "over_concurrency" -> Change.Kind.OVER_CONCURRENCY;
          case "long_input" -> Change.Kind.LONG_INPUT;
          case "flood" -> Change.Kind.FLOOD;
          default -> Change.Kind.PATTERN;
        };
    Source source = plans.source(node, arrivals(node, kind, plan), plan.usual(), pool);
    boolean isInstead = kind == Change.Kind.LONG_INPUT || kind == Change.Kind.PATTERN;
    return new Change(kind, plan.contract().endpoint(), from, lasts, isInstead, source);
  }

  private Arrivals arrivals(YamlNode node, Change.Kind kind, EndpointPlan plan)
      throws InputException {
    if (kind == Change.Kind.OVER_CONCURRENCY) {
      if (node.find("arrivals").isPresent()) {
        throw node.get("arrivals").fault("beside workers (expected: nothing)");
      }
      return new Arrivals.Workers(node.integer("workers"), Duration.ZERO);
    }
    return node.find("arrivals").isPresent()
        ? plans.arrivals(node.get("arrivals"))
        : plan.usual().arrivals();
  }
}
