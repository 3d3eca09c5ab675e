package dev.slowhour.job.cli;

import dev.slowhour.job.show.MinuteRow;
import dev.slowhour.job.show.NumberWords;
import dev.slowhour.job.show.WindowRow;
import dev.slowhour.job.show.WindowView;
import dev.slowhour.job.show.WindowWords;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The 60 minutes of a window as characters, one column a minute. What colours say, signs say too:
 * they are there for those who see colours.
 */
final class MinuteChart {

  /** From nothing to a whole cell, in eighths. */
  private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";

  private static final int CELL = 8;
  private static final char ZERO = '_';
  private static final char NO_VALUE = 'x';
  private static final char CONTRACT_LINE = '╌';
  private static final char OFF_SCALE = '▲';
  private static final char OVER_MARK = '!';
  private static final int TICK_MINUTES = 10;
  private static final int MINUTES = 60;

  private static final int MISS_ROWS = 4;
  private static final int CONCURRENCY_ROWS = 9;
  private static final int AT_SLO_ROWS = 5;
  private static final int POOL_ROWS = 2;

  private final WindowView view;
  private final WindowRow window;
  private final Paint paint;
  private final int width;
  private final int gutter;
  private final List<String> lines = new ArrayList<>();

  private MinuteChart(WindowView view, int width, Paint paint) {
    this.view = view;
    window = view.window();
    this.paint = paint;
    this.width = width;
    gutter = Math.max(6, NumberWords.number(largestLabel()).length()) + 1;
  }

  private long largestLabel() {
    LongStream ofMinutes =
        view.minutes().stream()
            .flatMap(minute -> Stream.of(minute.queuedRequests(), minute.otherTenantRequests()))
            .flatMap(Optional::stream)
            .mapToLong(BigDecimal::longValue);
    LongStream misses = view.minutes().stream().mapToLong(MinuteRow::sloMisses);
    long worst = window.worstMinute().map(WindowRow.WorstMinute::misses).orElse(0L);
    return Stream.of(ofMinutes, misses, LongStream.of(window.maxConcurrency(), worst))
        .flatMapToLong(values -> values)
        .max()
        .orElse(0);
  }

  /**
   * The lines of the chart, with what its signs mean.
   *
   * @param width columns of the terminal, ≥ 72: the chart takes 70 of them
   */
  static List<String> lines(WindowView view, int width, Paint paint) {
    MinuteChart chart = new MinuteChart(view, width, paint);
    chart.addAll();
    return chart.lines;
  }

  private void addAll() {
    addTimes();
    addWorstMark();
    bars("SLO 를 넘긴 요청 (건)", MISS_ROWS, value(MinuteRow::sloMisses), Optional.empty());
    lines.add(
        "동시 요청 수 (분 최댓값), 최대 "
            + NumberWords.number(window.asSent().peak())
            + ", 계약 "
            + NumberWords.number(window.maxConcurrency()));
    concurrency(MinuteRow::peakConcurrency, CONCURRENCY_ROWS);
    addOverMarks();
    lines.add(
        "동시 요청 수, "
            + WindowWords.AT_SLO
            + ", 최대 "
            + NumberWords.number(window.atSlo().peak())
            + ", 계약 "
            + NumberWords.number(window.maxConcurrency()));
    concurrency(MinuteRow::peakConcurrencyAtSlo, AT_SLO_ROWS);
    bars("풀의 KV 캐시 사용률", POOL_ROWS, MinuteRow::kvCacheUtil, Optional.of(BigDecimal.ONE));
    bars("풀의 대기 요청 (건)", POOL_ROWS, MinuteRow::queuedRequests, Optional.empty());
    if (window.isIsolationFailure()) {
      bars("같은 풀 다른 테넌트의 요청 (건)", POOL_ROWS, MinuteRow::otherTenantRequests, Optional.empty());
    }
    addTicks();
    addTimes();
    addMeanings();
  }

  private static Function<MinuteRow, Optional<BigDecimal>> value(ToLongFunction<MinuteRow> value) {
    return minute -> Optional.of(BigDecimal.valueOf(value.applyAsLong(minute)));
  }

  private void addTimes() {
    StringBuilder times = new StringBuilder(" ".repeat(gutter + 1));
    for (int minute = 0; minute < MINUTES; minute += TICK_MINUTES) {
      times.append(view.minutes().get(minute).clock()).append(" ".repeat(TICK_MINUTES - 5));
    }
    lines.add(times.toString().stripTrailing());
  }

  private void addTicks() {
    lines.add(
        " ".repeat(gutter)
            + "└"
            + ("┬" + "─".repeat(TICK_MINUTES - 1)).repeat(MINUTES / TICK_MINUTES));
  }

  /** A mark over the worst minute, with its text where there is room for it. */
  private void addWorstMark() {
    window
        .worstMinute()
        .ifPresent(
            worst -> {
              int column = worstColumn();
              String text =
                  "가장 몰린 분 " + worst.clock() + ", " + NumberWords.number(worst.misses()) + "건";
              int width = DisplayWidth.of(text) + 1;
              boolean fitsBehind = column + 1 + width <= MINUTES;
              String line =
                  fitsBehind || column < width
                      ? " ".repeat(column) + "▼ " + text
                      : " ".repeat(column - width) + text + " ▼";
              lines.add(" ".repeat(gutter + 1) + paint.paint(Paint.BOLD, line));
            });
  }

  private int worstColumn() {
    String worst = window.worstMinute().map(WindowRow.WorstMinute::minute).orElse("");
    for (int column = 0; column < MINUTES; column++) {
      if (view.minutes().get(column).minute().equals(worst)) {
        return column;
      }
    }
    return -1;
  }

  /**
   * Bars from zero to the top.
   *
   * @param top what a whole bar stands for; the largest value if empty
   */
  private void bars(
      String title,
      int rows,
      Function<MinuteRow, Optional<BigDecimal>> value,
      Optional<BigDecimal> top) {
    lines.add(title);
    List<Optional<BigDecimal>> values = view.minutes().stream().map(value).toList();
    BigDecimal scale =
        top.orElseGet(
            () ->
                values.stream()
                    .flatMap(Optional::stream)
                    .max(BigDecimal::compareTo)
                    .orElse(BigDecimal.ZERO));
    int height = scale.signum() == 0 ? 1 : rows;
    for (int row = height - 1; row >= 0; row--) {
      StringBuilder cells = new StringBuilder();
      for (Optional<BigDecimal> minute : values) {
        cells.append(cell(minute, scale, height, row));
      }
      String label = row == height - 1 ? NumberWords.number(scale) : row == 0 ? "0" : "";
      lines.add(axis(label) + cells.toString().stripTrailing());
    }
  }

  private static char cell(Optional<BigDecimal> value, BigDecimal scale, int height, int row) {
    if (value.isEmpty()) {
      return row == 0 ? NO_VALUE : ' ';
    }
    if (value.get().signum() == 0) {
      return row == 0 ? ZERO : ' ';
    }
    return eighths(levelOf(value.get(), scale, height), row);
  }

  /** How many eighths of a cell a value takes; something that is not nothing takes one. */
  private static long levelOf(BigDecimal value, BigDecimal scale, int height) {
    long level =
        value
            .multiply(BigDecimal.valueOf((long) height * CELL))
            .divide(scale, 0, RoundingMode.DOWN)
            .longValue();
    return Math.max(1, level);
  }

  private static char eighths(long level, int row) {
    return EIGHTHS.charAt((int) Math.max(0, Math.min(CELL, level - (long) row * CELL)));
  }

  /**
   * Concurrency with the contract as a line between two rows: a bar at the contract ends below it,
   * one over it goes through.
   */
  private void concurrency(ToLongFunction<MinuteRow> value, int mostRows) {
    long contract = window.maxConcurrency();
    long peak = view.minutes().stream().mapToLong(value).max().orElse(0);
    int below = rowsBelow(contract, peak, mostRows);
    int above = Math.min(rowsAbove(contract, peak, below), mostRows - below);
    BigDecimal limit = BigDecimal.valueOf(contract);
    for (int row = above - 1; row >= 0; row--) {
      List<Cell> cells = new ArrayList<>();
      for (MinuteRow minute : view.minutes()) {
        cells.add(cellAbove(value.applyAsLong(minute), contract, below, row, row == above - 1));
      }
      lines.add(axis("") + painted(cells));
    }
    List<Cell> line = new ArrayList<>();
    for (MinuteRow minute : view.minutes()) {
      line.add(
          value.applyAsLong(minute) > contract
              ? new Cell('█', Paint.OVER)
              : new Cell(CONTRACT_LINE, Paint.CONTRACT));
    }
    lines.add(axis(NumberWords.number(contract)) + painted(line));
    for (int row = below - 1; row >= 0; row--) {
      List<Cell> cells = new ArrayList<>();
      for (MinuteRow minute : view.minutes()) {
        long concurrency = value.applyAsLong(minute);
        BigDecimal shown = BigDecimal.valueOf(Math.min(concurrency, contract));
        cells.add(
            new Cell(
                cell(Optional.of(shown), limit, below, row),
                concurrency > contract ? Paint.OVER : ""));
      }
      lines.add(axis(row == 0 ? "0" : "") + painted(cells));
    }
  }

  private static Cell cellAbove(long value, long contract, int below, int row, boolean isTop) {
    if (value <= contract) {
      return new Cell(' ', "");
    }
    long level = levelOf(BigDecimal.valueOf(value - contract), BigDecimal.valueOf(contract), below);
    boolean isOffScale = isTop && level > (row + 1L) * CELL;
    return new Cell(isOffScale ? OFF_SCALE : eighths(level, row), Paint.OVER);
  }

  /** The most rows for what is within the contract that leave room for what is over it. */
  private static int rowsBelow(long contract, long peak, int mostRows) {
    int below = mostRows - 1;
    while (below > 1 && below + rowsAbove(contract, peak, below) > mostRows) {
      below--;
    }
    return below;
  }

  private static int rowsAbove(long contract, long peak, int below) {
    if (peak <= contract) {
      return 0;
    }
    BigDecimal rows =
        BigDecimal.valueOf(peak - contract)
            .multiply(BigDecimal.valueOf(below))
            .divide(BigDecimal.valueOf(contract), 0, RoundingMode.UP);
    return rows.min(BigDecimal.valueOf(MINUTES)).intValue();
  }

  private void addOverMarks() {
    if (view.minutes().stream().anyMatch(MinuteRow::overConcurrency)) {
      List<Cell> cells =
          view.minutes().stream()
              .map(
                  minute ->
                      minute.overConcurrency()
                          ? new Cell(OVER_MARK, Paint.OVER)
                          : new Cell(' ', ""))
              .toList();
      lines.add(axis("") + painted(cells));
    }
  }

  private record Cell(char sign, String style) {}

  /** The cells, each run of one style painted as one; spaces at the end left away. */
  private String painted(List<Cell> cells) {
    StringBuilder line = new StringBuilder();
    int end = cells.size();
    while (end > 0 && cells.get(end - 1).sign() == ' ') {
      end--;
    }
    int start = 0;
    while (start < end) {
      String style = cells.get(start).style();
      StringBuilder run = new StringBuilder();
      int next = start;
      while (next < end && cells.get(next).style().equals(style)) {
        run.append(cells.get(next).sign());
        next++;
      }
      line.append(paint.paint(style, run.toString()));
      start = next;
    }
    return line.toString();
  }

  private String axis(String label) {
    return " ".repeat(gutter - 1 - label.length()) + label + " " + (label.isEmpty() ? "│" : "┤");
  }

  private void addMeanings() {
    StringBuilder signs = new StringBuilder(ZERO + " 0 · " + CONTRACT_LINE + " 계약 동시 요청 수");
    if (view.minutes().stream().anyMatch(MinuteRow::overConcurrency)) {
      signs.append(" · ").append(OVER_MARK).append(" 계약을 넘은 분(막대가 선을 지나 올라감)");
    }
    if (lines.stream().anyMatch(line -> line.indexOf(OFF_SCALE) >= 0)) {
      signs.append(" · ").append(OFF_SCALE).append(" 그림보다 큼");
    }
    addMeaning(signs.toString());
    new WindowWords(view).gaps().ifPresent(gaps -> addMeaning(NO_VALUE + " " + gaps));
    addMeaning(WindowWords.AT_SLO_MEANS);
    if (!window.isIsolationFailure()) {
      addMeaning(WindowWords.OTHERS_NOT_SHOWN);
    }
  }

  private void addMeaning(String text) {
    WrappedText.lines(text, width - 2).forEach(line -> lines.add("  " + line));
  }
}
