package dev.slowhour.job.result;

import dev.slowhour.core.compare.Comparison;
import dev.slowhour.core.time.ReportZone;

/**
 * A comparison, and what it is called.
 *
 * @param kind {@code compare} or {@code sensitivity}
 * @param name what the user calls it; the same again replaces it in the store
 * @param before what the configuration before is called
 * @param after what the configuration after is called
 * @param shiftHours by how many hours the windows after were moved
 * @param zone the zone in which times are written
 * @param minutes minutes that change; none but of a sensitivity
 */
public record ComparisonResult(
    Kind kind,
    String name,
    String before,
    String after,
    long shiftHours,
    ReportZone zone,
    Comparison comparison,
    MinuteChanges minutes) {

  /** What is compared with what. */
  public enum Kind {
    /** Two configurations. */
    COMPARE,
    /** Two lengths of a request. */
    SENSITIVITY
  }
}
