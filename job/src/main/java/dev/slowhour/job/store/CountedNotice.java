package dev.slowhour.job.store;

import dev.slowhour.core.data.Notice;

/**
 * A notice, and which one of its unit it is.
 *
 * @param notice the notice; its line is left out where it is not among the first of its unit
 * @param number from 1 in the order in which they came
 */
public record CountedNotice(Notice notice, long number) {

  /** Whether it is stored itself, and not only counted. */
  boolean isAmongFirst() {
    return number <= StagedNotices.KEPT_OF_GROUP;
  }
}
