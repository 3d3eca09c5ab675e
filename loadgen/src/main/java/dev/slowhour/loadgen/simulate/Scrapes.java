package dev.slowhour.loadgen.simulate;

import dev.slowhour.loadgen.engine.Gauges;

/** Instants at which an engine's gauges are looked at, at equal distances. */
public final class Scrapes {

  private final long everyNanos;
  private final long endNanos;
  private long nextNanos;

  /**
   * @param startNanos the first
   * @param everyNanos from one to the next, ≥ 1
   * @param endNanos where they end; no longer one of them
   */
  public Scrapes(long startNanos, long everyNanos, long endNanos) {
    if (everyNanos < 1) {
      throw new IllegalArgumentException(
          "scrapes every " + everyNanos + " ns (expected: at least 1)");
    }
    this.nextNanos = startNanos;
    this.everyNanos = everyNanos;
    this.endNanos = endNanos;
  }

  /** None. */
  public static Scrapes none() {
    return new Scrapes(0, 1, 0);
  }

  void until(long end, Gauges gauges, Observer observer) {
    for (; nextNanos < Math.min(end, endNanos); nextNanos += everyNanos) {
      observer.scraped(nextNanos, gauges);
    }
  }

  void toTheEnd(Gauges gauges, Observer observer) {
    until(endNanos, gauges, observer);
  }
}
