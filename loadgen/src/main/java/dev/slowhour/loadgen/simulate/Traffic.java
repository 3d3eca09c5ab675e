package dev.slowhour.loadgen.simulate;

/** Requests in the order in which they are sent. */
public interface Traffic {

  /** What {@link #nextNanos()} says when nothing is left to send, as far as is known now. */
  long NOTHING = Long.MAX_VALUE;

  /** When the next request is sent; never before one that was taken. */
  long nextNanos();

  /** Takes it. */
  Call next();

  /**
   * Hears that a request has been answered: workers that wait for their answer send the next one.
   * Nothing may be sent before that time from then on that {@link #nextNanos()} did not name
   * already.
   */
  void answered(Answer answer);
}
