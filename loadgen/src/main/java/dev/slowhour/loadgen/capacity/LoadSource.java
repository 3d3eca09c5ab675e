package dev.slowhour.loadgen.capacity;

import dev.slowhour.loadgen.client.MeasuredRequest;
import java.time.Duration;
import java.util.List;

/** What a capacity test loads an engine with. */
public interface LoadSource {

  /**
   * Keeps so many requests in flight for so long, then waits until all have ended.
   *
   * @param longEvery of how many requests one is long; 0 for none
   */
  Load hold(int concurrency, Duration duration, int longEvery);

  /** Sends one ordinary request and waits for its end. */
  MeasuredRequest probe();

  /**
   * What came of a load.
   *
   * @param measured requests sent behind the warm-up, which is the first fifth
   * @param seconds the time that they were sent and ended in
   */
  record Load(List<MeasuredRequest> measured, double seconds) {

    /** Keeps the list from changes. */
    public Load {
      measured = List.copyOf(measured);
    }
  }
}
