package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.simulate.Traffic;

/** Sends requests to one endpoint, in the order of time. */
interface Sender {

  long NOTHING = Traffic.NOTHING;

  /** When the next is sent, or {@link #NOTHING}, as far as is known now. */
  long nextNanos();

  Draft next();

  /** One of its requests has been answered. */
  void answered(long atNanos);
}
