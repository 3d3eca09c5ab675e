package dev.slowhour.loadgen.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slowhour.loadgen.client.Flag;
import dev.slowhour.loadgen.client.Outcome;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run comes to, as text and as JSON. */
public final class RunReport {

  /** Beyond this at 99 % the client was not able to send on time, and its figures say less. */
  public static final double MAX_LAG_MS = 10;

  private final RunStats all;
  private final Map<String, RunStats> byEndpoint;
  private final double seconds;

  /**
   * A report.
   *
   * @param byEndpoint figures by {@code tenant/endpoint}
   * @param seconds how long requests were sent, > 0
   */
  public RunReport(RunStats all, Map<String, RunStats> byEndpoint, double seconds) {
    this.all = all;
    this.byEndpoint = byEndpoint;
    this.seconds = seconds;
  }

  /** Several lines. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            "%-32s %8s %8s %8s %8s %8s %16s %16s",
            "endpoint",
            "sent",
            "answered",
            "refused",
            "timeout",
            "error",
            "TTFT p50/p95 ms",
            "TPOT p50/p95 ms"));
    byEndpoint.forEach((name, stats) -> lines.add(line(name, stats)));
    lines.add(line("all", all));
    lines.add(
        String.format(
            Locale.ROOT,
            "%.2f requests/s sent, %.1f output tokens/s; send lag p50 %.2f ms, p99 %.2f ms, max"
                + " %.2f ms",
            all.total() / seconds,
            all.outputTokens() / seconds,
            all.lagMs(50),
            all.lagMs(99),
            all.lagMs(100)));
    if (all.count(Outcome.CANCELLED) > 0) {
      lines.add(all.count(Outcome.CANCELLED) + " requests were given up when the run was ended");
    }
    for (Flag flag : Flag.values()) {
      if (all.count(flag) > 0) {
        lines.add(String.format(Locale.ROOT, "%,d answers: %s", all.count(flag), flag.word()));
      }
    }
    if (isLate()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "the client could not keep up: 1 %% of requests were sent more than %.0f ms late"
                  + " (TTFT from the intended time: p95 %.0f ms)",
              MAX_LAG_MS,
              all.ttftFromIntendedMs(95)));
    }
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  /** Whether the client was slower than the load that it should send. */
  public boolean isLate() {
    return all.lagMs(99) > MAX_LAG_MS;
  }

  private static String line(String name, RunStats stats) {
    return String.format(
        Locale.ROOT,
        "%-32s %8d %8d %8d %8d %8d %16s %16s",
        name,
        stats.total(),
        stats.count(Outcome.ANSWERED),
        stats.count(Outcome.REFUSED),
        stats.count(Outcome.TIMEOUT),
        stats.count(Outcome.ERROR),
        String.format(Locale.ROOT, "%.0f/%.0f", stats.ttftMs(50), stats.ttftMs(95)),
        String.format(Locale.ROOT, "%.1f/%.1f", stats.tpotMs(50), stats.tpotMs(95)));
  }

  /** One object. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("seconds", rounded(seconds))
        .put("requests_per_second", rounded(all.total() / seconds));
    root.put("late", isLate());
    root.set("all", json(all));
    ObjectNode endpoints = root.putObject("endpoints");
    byEndpoint.forEach((name, stats) -> endpoints.set(name, json(stats)));
    return root;
  }

  private static ObjectNode json(RunStats stats) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("sent", stats.total());
    for (Outcome outcome : Outcome.values()) {
      node.put(outcome.word(), stats.count(outcome));
    }
    ObjectNode flags = node.putObject("flags");
    for (Flag flag : Flag.values()) {
      flags.put(flag.word(), stats.count(flag));
    }
    node.put("output_tokens", stats.outputTokens());
    for (int percentile : new int[] {50, 95, 99}) {
      node.put("ttft_p" + percentile + "_ms", rounded(stats.ttftMs(percentile)))
          .put(
              "ttft_from_intended_p" + percentile + "_ms",
              rounded(stats.ttftFromIntendedMs(percentile)))
          .put("tpot_p" + percentile + "_ms", rounded(stats.tpotMs(percentile)))
          .put("send_lag_p" + percentile + "_ms", rounded(stats.lagMs(percentile)));
    }
    return node.put("send_lag_max_ms", rounded(stats.lagMs(100)));
  }

  private static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
  }
}
