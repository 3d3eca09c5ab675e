package dev.slowhour.loadgen.simulate;

import dev.slowhour.loadgen.engine.Gauges;

/** Hears what happens in a simulation, in the order of time. */
public interface Observer {

  /** A request was answered. */
  void answered(Answer answer);

  /** A request was refused when it was sent: it is longer than the engine's max_model_len. */
  void refused(Call call);

  /**
   * What a scrape of the engine's gauges shows at an instant: what they were when its last step
   * ended.
   */
  void scraped(long atNanos, Gauges gauges);
}
