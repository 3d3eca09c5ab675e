package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.scenario.Arrivals;
import java.util.List;

/** Sends what a trace recorded, faster or slower. */
final class TraceReplay implements Sender {

  private final Arrivals.Trace trace;
  private final Window window;
  private final List<TraceRow> rows;

  /** How long the trace is when it is repeated: its last row and the mean distance. */
  private final double lengthNanos;

  private int index;
  private long round;
  private long nextNanos;

  /**
   * @param rows all of the trace's, in the order of time
   */
  TraceReplay(Arrivals.Trace trace, Window window, List<TraceRow> rows) {
    this.trace = trace;
    this.window = window;
    this.rows =
        rows.stream()
            .filter(row -> Math.floorMod(row.session(), (long) trace.parts()) == trace.part())
            .toList();
    double last = rows.isEmpty() ? 0 : rows.get(rows.size() - 1).atNanos();
    this.lengthNanos = last + last / Math.max(1, rows.size() - 1);
    settle();
  }

  private void settle() {
    while (true) {
      if (index == rows.size()) {
        index = 0;
        round++;
      }
      boolean isOver = rows.isEmpty() || (round > 0 && (!trace.isRepeated() || lengthNanos == 0));
      long at = isOver ? NOTHING : at(rows.get(index));
      if (at >= window.endNanos()) {
        nextNanos = NOTHING;
        return;
      }
      if (!window.isSilent(at)) {
        nextNanos = at;
        return;
      }
      index++;
    }
  }

  private long at(TraceRow row) {
    return window.startNanos() + Math.round((round * lengthNanos + row.atNanos()) / trace.speed());
  }

  @Override
  public long nextNanos() {
    return nextNanos;
  }

  @Override
  public Draft next() {
    TraceRow row = rows.get(index);
    index++;
    settle();
    return new Draft(row.promptTokens(), row.outputTokens(), row.prefix());
  }

  @Override
  public void answered(long atNanos) {}
}
