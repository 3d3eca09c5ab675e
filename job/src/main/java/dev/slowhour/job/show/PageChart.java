package dev.slowhour.job.show;

import static dev.slowhour.job.show.NumberWords.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The 60 minutes of a window as shapes of an SVG picture: panels one below the other over one axis
 * of time. Coordinates are pixels of the picture, written out.
 */
final class PageChart {

  static final int WIDTH = 860;

  private static final int LEFT = 52;
  private static final int MINUTE_WIDTH = 13;
  private static final int MINUTES = 60;
  private static final int RIGHT = LEFT + MINUTES * MINUTE_WIDTH;

  /** Room for the worst minute's label, where there is one. */
  private static final int WORST_HEIGHT = 44;

  private static final int TITLE_HEIGHT = 26;
  private static final int PANEL_GAP = 10;
  private static final int AXIS_HEIGHT = 28;
  private static final int TICK_MINUTES = 10;

  /** A shape over the whole height of something that is not nothing. */
  private static final double LEAST_HEIGHT = 1.5;

  private final WindowView view;
  private final WindowRow window;
  private final List<Panel> panels = new ArrayList<>();
  private final int top;
  private int bottom;

  private PageChart(WindowView view) {
    this.view = view;
    window = view.window();
    top = window.worstMinute().isPresent() ? WORST_HEIGHT : 0;
    bottom = top;
  }

  /** A rectangle; {@code style} is a class of the page's style sheet. */
  record Box(String style, String x, String y, String width, String height) {}

  /** A text, its middle at {@code x}. */
  record Label(String x, String y, String text) {}

  /** A horizontal line from axis to axis, with what it stands for. */
  record Level(String style, String y, String textY, String text) {}

  /** A small triangle over a minute. */
  record Mark(String points) {}

  /** A step line. */
  record Steps(String path) {}

  record Panel(
      String title,
      String titleY,
      List<Box> boxes,
      List<Level> levels,
      List<Steps> steps,
      List<Label> gaps,
      List<Mark> overMarks) {}

  /** A column over all panels, with the minute's figures for whoever points at it. */
  record Column(String x, String y, String width, String height, String text) {}

  record Tick(String x, String top, String bottom, String labelY, String text) {}

  record Worst(Box box, Mark mark, Label label) {}

  /** The whole picture. */
  record Picture(
      String width,
      String height,
      String left,
      String right,
      String labelX,
      List<Panel> panels,
      List<Tick> ticks,
      List<Column> columns,
      List<Worst> worst) {}

  static Picture of(WindowView view) {
    return new PageChart(view).picture();
  }

  private Picture picture() {
    bars("SLO 를 넘긴 요청 (건)", 80, count(MinuteRow::sloMisses), Optional.empty(), "miss");
    concurrency(150);
    bars("풀의 KV 캐시 사용률", 56, MinuteRow::kvCacheUtil, Optional.of(BigDecimal.ONE), "kv");
    bars("풀의 대기 요청 (건)", 56, MinuteRow::queuedRequests, Optional.empty(), "queue");
    if (window.isIsolationFailure()) {
      bars("같은 풀 다른 테넌트의 요청 (건)", 56, MinuteRow::otherTenantRequests, Optional.empty(), "others");
    }
    return new Picture(
        text(WIDTH),
        text(bottom + AXIS_HEIGHT),
        text(LEFT),
        text(RIGHT),
        text(LEFT - 6),
        List.copyOf(panels),
        ticks(),
        columns(),
        window.worstMinute().stream().map(this::worst).toList());
  }

  private static Function<MinuteRow, Optional<BigDecimal>> count(ToLongFunction<MinuteRow> value) {
    return minute -> Optional.of(BigDecimal.valueOf(value.applyAsLong(minute)));
  }

  private void bars(
      String title,
      int height,
      Function<MinuteRow, Optional<BigDecimal>> value,
      Optional<BigDecimal> most,
      String style) {
    int titleY = bottom + TITLE_HEIGHT - 8;
    int panelTop = bottom + TITLE_HEIGHT;
    bottom = panelTop + height;
    List<Optional<BigDecimal>> values = view.minutes().stream().map(value).toList();
    BigDecimal largest =
        values.stream()
            .flatMap(Optional::stream)
            .max(BigDecimal::compareTo)
            .orElse(BigDecimal.ZERO);
    BigDecimal scale = most.orElse(largest);
    List<Box> boxes = new ArrayList<>();
    List<Label> gaps = new ArrayList<>();
    for (int minute = 0; minute < MINUTES; minute++) {
      Optional<BigDecimal> at = values.get(minute);
      if (at.isEmpty()) {
        boxes.add(box("gap", minute, panelTop, height));
        gaps.add(new Label(text(x(minute) + MINUTE_WIDTH / 2.0), text(bottom - 5), "×"));
      } else if (at.get().signum() > 0) {
        double tall = tall(at.get(), scale, height);
        boxes.add(box(style, minute, bottom - tall, tall));
      }
    }
    List<Level> levels = new ArrayList<>();
    levels.add(level("zero", bottom, "0"));
    if (scale.signum() > 0) {
      levels.add(level("grid", panelTop, number(scale)));
    }
    panels.add(new Panel(title, text(titleY), boxes, levels, List.of(), gaps, List.of()));
    bottom += PANEL_GAP;
  }

  /** Bars as it was, a step line at SLO, the contract as a line. */
  private void concurrency(int height) {
    int titleY = bottom + TITLE_HEIGHT - 8;
    // Room for the marks above the highest bar.
    int panelTop = bottom + TITLE_HEIGHT + 10;
    bottom = panelTop + height;
    long contract = window.maxConcurrency();
    BigDecimal scale = BigDecimal.valueOf(Math.max(contract, window.asSent().peak()));
    List<Box> boxes = new ArrayList<>();
    List<Mark> overMarks = new ArrayList<>();
    StringBuilder steps = new StringBuilder();
    for (int minute = 0; minute < MINUTES; minute++) {
      MinuteRow row = view.minutes().get(minute);
      if (row.peakConcurrency() > 0) {
        double tall = tall(BigDecimal.valueOf(row.peakConcurrency()), scale, height);
        boxes.add(box(row.overConcurrency() ? "over" : "within", minute, bottom - tall, tall));
        if (row.overConcurrency()) {
          overMarks.add(new Mark(triangle(x(minute) + MINUTE_WIDTH / 2.0, bottom - tall - 3, 4)));
        }
      }
      double y = bottom - tall(BigDecimal.valueOf(row.peakConcurrencyAtSlo()), scale, height);
      steps
          .append(minute == 0 ? "M" : "L")
          .append(text(x(minute)))
          .append(' ')
          .append(text(y))
          .append('H')
          .append(text(x(minute) + MINUTE_WIDTH));
    }
    double contractY = bottom - tall(BigDecimal.valueOf(contract), scale, height);
    List<Level> levels = new ArrayList<>();
    levels.add(level("zero", bottom, "0"));
    levels.add(level("contract", contractY, number(contract)));
    double peakY = bottom - tall(BigDecimal.valueOf(window.asSent().peak()), scale, height);
    if (Math.abs(peakY - contractY) > 12 && bottom - peakY > 12) {
      levels.add(level("grid", peakY, number(window.asSent().peak())));
    }
    panels.add(
        new Panel(
            "동시 요청 수 (분 최댓값), 최대 "
                + number(window.asSent().peak())
                + ", 계약 "
                + number(contract)
                + ", "
                + WindowWords.AT_SLO
                + " 최대 "
                + number(window.atSlo().peak()),
            text(titleY),
            boxes,
            levels,
            List.of(new Steps(steps.toString())),
            List.of(),
            overMarks));
    bottom += PANEL_GAP;
  }

  private static Level level(String style, double y, String label) {
    return new Level(style, text(y), text(y + 4), label);
  }

  private static Box box(String style, int minute, double y, double height) {
    return new Box(style, text(x(minute) + 1), text(y), text(MINUTE_WIDTH - 2), text(height));
  }

  private static double tall(BigDecimal value, BigDecimal scale, int height) {
    if (value.signum() == 0) {
      return 0;
    }
    double tall =
        value
            .multiply(BigDecimal.valueOf(height))
            .divide(scale, 2, RoundingMode.HALF_UP)
            .doubleValue();
    return Math.max(LEAST_HEIGHT, tall);
  }

  private static int x(int minute) {
    return LEFT + minute * MINUTE_WIDTH;
  }

  /** A triangle whose tip points down to there. */
  private static String triangle(double x, double y, double half) {
    return text(x - half)
        + ","
        + text(y - 1.6 * half)
        + " "
        + text(x + half)
        + ","
        + text(y - 1.6 * half)
        + " "
        + text(x)
        + ","
        + text(y);
  }

  private List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    for (int minute = 0; minute < MINUTES; minute += TICK_MINUTES) {
      ticks.add(
          new Tick(
              text(x(minute)),
              text(top),
              text(bottom),
              text(bottom + 18),
              view.minutes().get(minute).clock()));
    }
    return ticks;
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (int minute = 0; minute < MINUTES; minute++) {
      columns.add(
          new Column(
              text(x(minute)),
              text(top),
              text(MINUTE_WIDTH),
              text(bottom - top),
              words(view.minutes().get(minute))));
    }
    return columns;
  }

  private String words(MinuteRow row) {
    return row.clock()
        + " · 요청 "
        + number(row.requests())
        + " · SLO 초과 "
        + number(row.sloMisses())
        + " · 동시 요청 "
        + number(row.peakConcurrency())
        + (row.overConcurrency() ? "(계약 초과)" : "")
        + " · "
        + WindowWords.AT_SLO
        + " "
        + number(row.peakConcurrencyAtSlo())
        + " · KV 캐시 "
        + row.kvCacheUtil().map(NumberWords::number).orElse(NumberWords.NO_VALUE)
        + " · 대기 "
        + row.queuedRequests().map(NumberWords::number).orElse(NumberWords.NO_VALUE)
        + row.otherTenantRequests().map(others -> " · 다른 테넌트 " + number(others)).orElse("");
  }

  private Worst worst(WindowRow.WorstMinute worst) {
    int minute = 0;
    while (minute < MINUTES - 1 && !view.minutes().get(minute).minute().equals(worst.minute())) {
      minute++;
    }
    double middle = x(minute) + MINUTE_WIDTH / 2.0;
    // The label stays within the picture.
    double labelX = Math.max(LEFT + 70, Math.min(RIGHT - 70, middle));
    return new Worst(
        new Box(
            "worst", text(x(minute)), text(top - 8), text(MINUTE_WIDTH), text(bottom - top + 8)),
        new Mark(triangle(middle, top - 8, 5)),
        new Label(
            text(labelX),
            text(top - 22),
            "가장 몰린 분 " + worst.clock() + " · " + number(worst.misses()) + "건"));
  }

  /** A coordinate with at most one decimal. */
  private static String text(double coordinate) {
    String text = String.format(Locale.ROOT, "%.1f", coordinate);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
