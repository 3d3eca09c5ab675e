package dev.slowhour.core.audit;

/** A check that looks at what a window states, and at nothing else. */
interface StatedCheck {

  void check(StatedWindow stated, Findings findings);
}
