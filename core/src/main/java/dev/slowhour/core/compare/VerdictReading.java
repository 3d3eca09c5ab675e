package dev.slowhour.core.compare;

/** By which of the two readings a window is looked at. */
public enum VerdictReading {
  /** As requests were in progress: the verdict that stands. */
  BY_RULE,
  /** As they would have been, had every one been answered just within its SLO. */
  AT_SLO
}
