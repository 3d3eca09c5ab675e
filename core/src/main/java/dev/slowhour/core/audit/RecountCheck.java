package dev.slowhour.core.audit;

/** A check that compares what a window states with what was recounted. */
interface RecountCheck {

  void check(StatedWindow stated, RecountedWindow recounted, Findings findings);
}
