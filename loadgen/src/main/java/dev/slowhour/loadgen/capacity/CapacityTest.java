package dev.slowhour.loadgen.capacity;

import dev.slowhour.loadgen.client.MeasuredRequest;
import dev.slowhour.loadgen.client.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the safe concurrency: a baseline alone, steps that double until one does not keep the
 * objectives and then halve what is between, the long mix at what was found, and that for longer;
 * whatever does not hold is lowered by a tenth and tried again. Behind each load the engine has to
 * come to rest, seen by a request on its own whose TTFT is that of the baseline again.
 */
public final class CapacityTest {

  /** A TTFT up to this many times the baseline's is one of an engine at rest. */
  private static final double AT_REST = 2;

  /** What the smallest TTFTs may exceed twice themselves by, in ms. */
  private static final double AT_REST_SLACK_MS = 20;

  private final CapacityPlan plan;
  private final LoadSource load;
  private final Consumer<LoadLevel> progress;
  private final List<LoadLevel> levels = new ArrayList<>();
  private double restTtftMs = Double.MAX_VALUE;

  /**
   * A test that has not begun.
   *
   * @param progress told of each load when it is over
   */
  public CapacityTest(CapacityPlan plan, LoadSource load, Consumer<LoadLevel> progress) {
    this.plan = plan;
    this.load = load;
    this.progress = progress;
  }

  /** Runs it; takes some twenty steps. */
  public CapacityReport run() {
    LoadLevel baseline = level("baseline", 1, plan.stepDuration(), 0);
    restTtftMs = baseline.ttftP95Ms() * AT_REST + AT_REST_SLACK_MS;
    if (!baseline.isKept()) {
      return report(baseline, 0);
    }
    int safe = highestStep();
    safe = lowered(safe, "long mix", plan.stepDuration(), plan.longEvery());
    safe = lowered(safe, "sustained", plan.sustainedDuration(), plan.longEvery());
    return report(baseline, safe);
  }

  private int highestStep() {
    int good = 1;
    int bad = Integer.MAX_VALUE;
    for (int next = 2; next <= plan.maxConcurrency() && bad == Integer.MAX_VALUE; next *= 2) {
      if (level("step", next, plan.stepDuration(), 0).isKept()) {
        good = next;
      } else {
        bad = next;
      }
    }
    if (bad == Integer.MAX_VALUE && good < plan.maxConcurrency()) {
      // The last doubling was beyond the end.
      if (level("step", plan.maxConcurrency(), plan.stepDuration(), 0).isKept()) {
        return plan.maxConcurrency();
      }
      bad = plan.maxConcurrency();
    }
    // To a sixteenth: what is nearer than that, noise decides.
    while (bad != Integer.MAX_VALUE && bad - good > Math.max(1, good / 16)) {
      int middle = good + (bad - good) / 2;
      if (level("step", middle, plan.stepDuration(), 0).isKept()) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    return good;
  }

  private int lowered(int from, String phase, Duration duration, int longEvery) {
    int concurrency = from;
    while (concurrency >= 1 && !level(phase, concurrency, duration, longEvery).isKept()) {
      concurrency = Math.min(concurrency - 1, concurrency * 9 / 10);
    }
    return concurrency;
  }

  private LoadLevel level(String phase, int concurrency, Duration duration, int longEvery) {
    LoadSource.Load measured = load.hold(concurrency, duration, longEvery);
    long recoveredMs = recoveredMs();
    LoadLevel level =
        LoadLevel.of(
            phase, concurrency, measured.measured(), measured.seconds(), recoveredMs, plan);
    levels.add(level);
    progress.accept(level);
    return level;
  }

  /** How long probes took until one was as fast as at rest. */
  private long recoveredMs() {
    long start = System.nanoTime();
    while (true) {
      MeasuredRequest probe = load.probe();
      boolean isAtRest =
          probe.outcome() == Outcome.ANSWERED
              && probe.ttftNanos().orElseThrow() / 1e6 <= restTtftMs;
      long nanos = System.nanoTime() - start;
      if (isAtRest) {
        return nanos / 1_000_000;
      }
      if (nanos > plan.recovery().toNanos()) {
        return LoadLevel.NOT_RECOVERED;
      }
    }
  }

  private CapacityReport report(LoadLevel baseline, int safe) {
    LoadLevel last = levels.get(levels.size() - 1);
    return CapacityReport.of(plan, baseline, levels, safe, last);
  }
}
