package dev.slowhour.loadgen.capacity;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/**
 * What a capacity test found.
 *
 * @param plan what was asked
 * @param levels every load in its order
 * @param safeConcurrency the highest concurrency that held throughout, per engine; 0 when not even
 *     one request at a time kept the objectives
 * @param throughput answered requests a second at it, per engine
 * @param limitC how many requests may run at once on all engines: {@code floor(safe × replicas ×
 *     headroom)}
 * @param limitQ how many may wait: {@code floor(throughput × replicas × Wq)}
 * @param waitBudgetMs Wq, how long one may wait: as given, or what the objective of the first token
 *     leaves beside its 95th percentile
 */
public record CapacityReport(
    CapacityPlan plan,
    List<LoadLevel> levels,
    int safeConcurrency,
    double throughput,
    long limitC,
    long limitQ,
    long waitBudgetMs) {

  /** Keeps the list from changes. */
  public CapacityReport {
    levels = List.copyOf(levels);
  }

  static CapacityReport of(
      CapacityPlan plan, LoadLevel baseline, List<LoadLevel> levels, int safe, LoadLevel atSafe) {
    LoadLevel level = safe == 0 ? baseline : atSafe;
    double throughput = safe == 0 ? 0 : level.requestsPerSecond();
    long left = Math.max(0, (long) Math.floor(plan.ttftSloMs() - level.ttftP95Ms()));
    long waitMs = plan.waitBudget().map(budget -> budget.toMillis()).orElse(safe == 0 ? 0 : left);
    long c = floor(BigDecimal.valueOf(plan.headroom()).multiply(whole(safe, plan.replicas())));
    if (safe > 0) {
      // Rounding down to nothing would admit nobody to an engine that serves one.
      c = Math.max(1, c);
    }
    long q = (long) Math.floor(throughput * plan.replicas() * waitMs / 1_000);
    return new CapacityReport(plan, levels, safe, throughput, c, q, waitMs);
  }

  private static BigDecimal whole(int safe, int replicas) {
    return BigDecimal.valueOf((long) safe * replicas);
  }

  private static long floor(BigDecimal value) {
    return value.setScale(0, RoundingMode.FLOOR).longValueExact();
  }

  /** As a table with the limits below it. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "objectives: TTFT %d ms, TPOT %d ms, at most %s %% of requests beyond%n%n",
            plan.ttftSloMs(),
            plan.tpotSloMs(),
            BigDecimal.valueOf(plan.maxMissShare() * 100).stripTrailingZeros().toPlainString()));
    text.append(
        String.format(
            "%-10s %11s %8s %7s %15s %15s %7s %9s  %s%n",
            "phase",
            "concurrency",
            "requests",
            "misses",
            "TTFT p50/p95 ms",
            "TPOT p50/p95 ms",
            "req/s",
            "tokens/s",
            "holds"));
    levels.forEach(level -> text.append(line(level)).append(System.lineSeparator()));
    text.append(
        String.format(
            Locale.ROOT,
            "%nsafe concurrency  %d per engine, %.2f requests/s%n"
                + "C   %d   requests at once: floor(%d × %d × %s)%n"
                + "Q   %d   requests waiting: floor(%.2f/s × %d × Wq)%n"
                + "Wq  %d ms  waiting: %s%n",
            safeConcurrency,
            throughput,
            limitC,
            safeConcurrency,
            plan.replicas(),
            BigDecimal.valueOf(plan.headroom()).stripTrailingZeros().toPlainString(),
            limitQ,
            throughput,
            plan.replicas(),
            waitBudgetMs,
            plan.waitBudget().isPresent() ? "as given" : "TTFT objective − its 95th percentile"));
    return text.toString();
  }

  /** One load as a line of the table. */
  public static String line(LoadLevel level) {
    return String.format(
        Locale.ROOT,
        "%-10s %11d %8d %7d %15s %15s %7.2f %9.1f  %s",
        level.phase(),
        level.concurrency(),
        level.requests(),
        level.misses(),
        String.format(Locale.ROOT, "%.0f/%.0f", level.ttftP50Ms(), level.ttftP95Ms()),
        String.format(Locale.ROOT, "%.1f/%.1f", level.tpotP50Ms(), level.tpotP95Ms()),
        level.requestsPerSecond(),
        level.tokensPerSecond(),
        holds(level));
  }

  private static String holds(LoadLevel level) {
    if (level.isKept()) {
      return "yes";
    }
    return level.recoveredMs() == LoadLevel.NOT_RECOVERED ? "no: does not drain" : "no";
  }

  /** As JSON. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("safe_concurrency", safeConcurrency)
        .put("requests_per_second", rounded(throughput))
        .put("limit_c", limitC)
        .put("limit_q", limitQ)
        .put("wait_budget_ms", waitBudgetMs)
        .put("replicas", plan.replicas())
        .put("headroom", plan.headroom())
        .put("ttft_slo_ms", plan.ttftSloMs())
        .put("tpot_slo_ms", plan.tpotSloMs())
        .put("max_miss_share", plan.maxMissShare())
        .put("input_tokens", plan.inputTokens())
        .put("output_tokens", plan.outputTokens())
        .put("long_input_tokens", plan.longInputTokens())
        .put("long_every", plan.longEvery())
        .put("model", plan.model());
    var array = root.putArray("levels");
    for (LoadLevel level : levels) {
      array
          .addObject()
          .put("phase", level.phase())
          .put("concurrency", level.concurrency())
          .put("requests", level.requests())
          .put("answered", level.answered())
          .put("ordinary", level.ordinary())
          .put("misses", level.misses())
          .put("ttft_p50_ms", rounded(level.ttftP50Ms()))
          .put("ttft_p95_ms", rounded(level.ttftP95Ms()))
          .put("tpot_p50_ms", rounded(level.tpotP50Ms()))
          .put("tpot_p95_ms", rounded(level.tpotP95Ms()))
          .put("requests_per_second", rounded(level.requestsPerSecond()))
          .put("tokens_per_second", rounded(level.tokensPerSecond()))
          .put("recovered_ms", level.recoveredMs())
          .put("holds", level.isKept());
    }
    return root;
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
  }
}
