package dev.slowhour.loadgen.run;

import dev.slowhour.loadgen.client.MeasuredRequest;

/** What a run sends, in order of time. Used by the thread that sends alone. */
public interface Schedule {

  /** Nothing is left to send, as far as is known now. */
  long NOTHING = Long.MAX_VALUE;

  /** When the next request should be sent, nanoseconds since the run's start. */
  long nextNanos();

  /** Takes it. */
  OfferedRequest next();

  /** Hears that a request has ended, however: workers that wait for it go on. */
  void ended(MeasuredRequest request);
}
