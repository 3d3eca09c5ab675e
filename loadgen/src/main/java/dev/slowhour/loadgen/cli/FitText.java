package dev.slowhour.loadgen.cli;

import dev.slowhour.loadgen.engine.Frontend;
import dev.slowhour.loadgen.engine.StepTime;
import dev.slowhour.loadgen.fit.CoefficientFit;
import dev.slowhour.loadgen.fit.Comparison;
import dev.slowhour.loadgen.fit.Recording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A fit, as it is printed. */
final class FitText {

  private FitText() {}

  /** The coefficients as a scenario's engine has them. */
  static List<String> coefficients(CoefficientFit.Result result, long requests) {
    StepTime step = result.config().stepTime();
    Frontend frontend = result.config().frontend();
    return List.of(
        line(
            "# fitted to %,d requests in %,d replays; loss %.4f",
            requests, result.runs(), result.loss()),
        "step_time:",
        line("  base_us: %.1f", step.baseMicros()),
        line("  per_sequence_us: %.2f", step.perSequenceMicros()),
        line("  per_prefill_token_us: %.2f", step.perPrefillTokenMicros()),
        line("  per_context_token_us: %.4f", step.perContextTokenMicros()),
        line("  per_attention_pair_us: %.5f", step.perAttentionPairMicros()),
        "frontend:",
        line("  per_request_us: %.1f", frontend.perRequestMicros()));
  }

  /** A line per part and endpoint: means of what was measured and what the model says. */
  static List<String> requests(List<Comparison.Row> rows, Recording recording, List<Instant> cuts) {
    List<String> lines = new ArrayList<>();
    int part = -1;
    for (Comparison.Row row : rows) {
      if (row.part() != part) {
        part = row.part();
        Instant from = part == 0 ? recording.start() : cuts.get(part - 1);
        lines.add("");
        lines.add(
            line(
                "from %-24s %8s  %33s  %29s",
                from, "requests", "ttft measured, model (ms)", "tpot measured, model (ms)"));
      }
      lines.add(
          line(
              "%-29s %8d  %11.1f %11.1f %+8.1f %%  %9.2f %9.2f %+7.1f %%",
              row.endpoint().tenantId() + "/" + row.endpoint().endpointId(),
              row.requests(),
              row.measuredTtftMs(),
              row.modelTtftMs(),
              100 * row.ttftOff(),
              row.measuredTpotMs(),
              row.modelTpotMs(),
              100 * row.tpotOff()));
    }
    return lines;
  }

  /** A line per part: means over its minutes. */
  static List<String> gauges(List<Comparison.GaugeRow> rows) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("part  minutes  KV usage measured, model  waiting measured, model");
    for (Comparison.GaugeRow row : rows) {
      lines.add(
          line(
              "%4d  %7d  %16.3f  %6.3f  %16.1f  %5.1f",
              row.part() + 1,
              row.minutes(),
              row.measuredKvUsage(),
              row.modelKvUsage(),
              row.measuredWaiting(),
              row.modelWaiting()));
    }
    return lines;
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
