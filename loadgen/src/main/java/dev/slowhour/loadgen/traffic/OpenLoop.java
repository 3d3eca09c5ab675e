package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.scenario.Arrivals;

/** Sends at drawn or fixed distances, whether answers come or not. */
final class OpenLoop implements Sender {

  private final Arrivals arrivals;
  private final Window window;
  private final Drafts drafts;
  private final Dice dice;
  private long nextNanos;
  private int leftAtOnce;

  OpenLoop(Arrivals arrivals, Window window, Drafts drafts, Dice dice) {
    this.arrivals = arrivals;
    this.window = window;
    this.drafts = drafts;
    this.dice = dice;
    // At fixed distances the first is sent at the start, at random ones it has to be drawn.
    nextNanos =
        arrivals instanceof Arrivals.Fixed ? window.startNanos() : window.startNanos() + distance();
    settle();
  }

  private long distance() {
    if (arrivals instanceof Arrivals.Poisson poisson) {
      return dice.exponentialNanos(poisson.ratePerSecond());
    }
    if (arrivals instanceof Arrivals.Gamma gamma) {
      return dice.gammaNanos(gamma.ratePerSecond(), gamma.coefficientOfVariation());
    }
    return ((Arrivals.Fixed) arrivals).every().toNanos();
  }

  /** Steps over silences, and finds the end. */
  private void settle() {
    while (nextNanos < window.endNanos() && window.isSilent(nextNanos)) {
      nextNanos += distance();
    }
    if (nextNanos >= window.endNanos()) {
      nextNanos = NOTHING;
    }
    leftAtOnce = arrivals instanceof Arrivals.Fixed fixed ? fixed.atOnce() : 1;
  }

  @Override
  public long nextNanos() {
    return nextNanos;
  }

  @Override
  public Draft next() {
    Draft draft = drafts.draw();
    if (--leftAtOnce == 0) {
      nextNanos += distance();
      settle();
    }
    return draft;
  }

  @Override
  public void answered(long atNanos) {}
}
