package dev.slowhour.loadgen.capacity;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The steps as an SVG picture: TTFT and TPOT at 95 % and throughput, over the concurrency. */
public final class CapacityPlot {

  private static final int WIDTH = 760;
  private static final int PANEL_HEIGHT = 180;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int GAP = 46;
  private static final int TICKS = 4;

  private final CapacityReport report;
  private final List<LoadLevel> steps;
  private final int maxConcurrency;
  private final StringBuilder svg = new StringBuilder();

  private CapacityPlot(CapacityReport report) {
    this.report = report;
    this.steps =
        report.levels().stream()
            .filter(level -> level.phase().equals("step") || level.phase().equals("baseline"))
            .sorted(Comparator.comparingInt(LoadLevel::concurrency))
            .toList();
    this.maxConcurrency = steps.stream().mapToInt(LoadLevel::concurrency).max().orElse(1);
  }

  /** The picture, a whole SVG document. */
  public static String svg(CapacityReport report) {
    return new CapacityPlot(report).draw();
  }

  private String draw() {
    int height = 3 * (PANEL_HEIGHT + GAP) + GAP;
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
            WIDTH,
            height,
            WIDTH,
            height));
    panel(0, "TTFT p95, ms", LoadLevel::ttftP95Ms, (double) report.plan().ttftSloMs());
    panel(1, "TPOT p95, ms", LoadLevel::tpotP95Ms, (double) report.plan().tpotSloMs());
    panel(2, "requests/s", LoadLevel::requestsPerSecond, 0);
    text(
        LEFT,
        height - 12,
        "start",
        "concurrency; dashed: objective; green: safe concurrency; red points: did not hold");
    return svg.append("</svg>\n").toString();
  }

  private void panel(int index, String title, ToDoubleFunction<LoadLevel> value, double objective) {
    int top = GAP + index * (PANEL_HEIGHT + GAP);
    double most = steps.stream().mapToDouble(value).max().orElse(1);
    // Far beyond the objective the curve says no more; what is near it has to be seen.
    double max = objective > 0 ? Math.min(Math.max(most, objective) * 1.1, objective * 3) : most;
    max = max <= 0 ? 1 : max;
    text(LEFT, top - 10, "start", title);
    for (int tick = 0; tick <= TICKS; tick++) {
      double y = top + PANEL_HEIGHT - tick * (double) PANEL_HEIGHT / TICKS;
      line(LEFT, y, WIDTH - RIGHT, y, "#dddddd", "");
      text(LEFT - 8, y + 4, "end", String.format(Locale.ROOT, "%.4g", max * tick / TICKS));
    }
    if (objective > 0) {
      double y = y(top, objective, max);
      line(LEFT, y, WIDTH - RIGHT, y, "#c0392b", " stroke-dasharray=\"6 4\"");
    }
    if (report.safeConcurrency() > 0) {
      double x = x(report.safeConcurrency());
      line(x, top, x, top + PANEL_HEIGHT, "#27ae60", "");
    }
    StringBuilder points = new StringBuilder();
    for (LoadLevel level : steps) {
      double y = y(top, Math.min(max, value.applyAsDouble(level)), max);
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(level.concurrency()), y));
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>%n",
              x(level.concurrency()),
              y,
              level.isKept() ? "#2c3e50" : "#c0392b"));
      text(
          x(level.concurrency()),
          top + PANEL_HEIGHT + 16.0,
          "middle",
          Integer.toString(level.concurrency()));
    }
    svg.append(
        String.format(
            "<polyline points=\"%s\" fill=\"none\" stroke=\"#2c3e50\" stroke-width=\"2\"/>%n",
            points.toString().strip()));
  }

  /** Logarithmic: steps double. */
  private double x(int concurrency) {
    double share = maxConcurrency == 1 ? 0.5 : Math.log(concurrency) / Math.log(maxConcurrency);
    return LEFT + 10 + share * (WIDTH - LEFT - RIGHT - 20);
  }

  private static double y(int top, double value, double max) {
    return top + PANEL_HEIGHT * (1 - value / max);
  }

  private void line(double x1, double y1, double x2, double y2, String colour, String more) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"%s/>%n",
            x1,
            y1,
            x2,
            y2,
            colour,
            more));
  }

  private void text(double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            text));
  }
}
