package dev.slowhour.core.judge;

import dev.slowhour.core.time.ReportZone;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What a verdict depends on besides the input. Stored with every judged output: figures under other
 * settings cannot be compared.
 *
 * @param zone name of the report zone, which divides time into hours
 * @param maxRequestDuration B, the bound for one request: 1 millisecond to 24 hours
 * @param fromOrNull start of the first hour that is judged; null: no bound
 * @param toOrNull end of the last hour that is judged; null: no bound
 */
public record JudgeSettings(
    String zone, Duration maxRequestDuration, Instant fromOrNull, Instant toOrNull)
    implements Serializable {

  /** The report zone unless configured. */
  public static final String DEFAULT_ZONE = "Asia/Seoul";

  /** The bound for one request unless configured. */
  public static final Duration DEFAULT_MAX_REQUEST_DURATION = Duration.ofHours(1);

  private static final Duration LEAST_MAX_REQUEST_DURATION = Duration.ofMillis(1);
  private static final Duration MOST_MAX_REQUEST_DURATION = Duration.ofHours(24);

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException when one is out of its range; the message says which
   */
  public JudgeSettings {
    ReportZone reportZone = ReportZone.of(zone);
    if (maxRequestDuration.compareTo(LEAST_MAX_REQUEST_DURATION) < 0
        || maxRequestDuration.compareTo(MOST_MAX_REQUEST_DURATION) > 0
        || !maxRequestDuration.equals(maxRequestDuration.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException(
          "max-request-duration: "
              + maxRequestDuration
              + " (expected: whole milliseconds, from 1 ms to 24 h)");
    }
    requireOnTheHour("from", fromOrNull, reportZone);
    requireOnTheHour("to", toOrNull, reportZone);
    if (fromOrNull != null && toOrNull != null && !fromOrNull.isBefore(toOrNull)) {
      throw new IllegalArgumentException(
          "to: "
              + reportZone.minuteText(toOrNull)
              + " (expected: after from, "
              + reportZone.minuteText(fromOrNull)
              + ")");
    }
  }

  /** The settings that hold unless configured. */
  public static JudgeSettings defaults() {
    return new JudgeSettings(DEFAULT_ZONE, DEFAULT_MAX_REQUEST_DURATION, null, null);
  }

  private static void requireOnTheHour(String name, Instant instantOrNull, ReportZone zone) {
    if (instantOrNull != null && !zone.isOnTheHour(instantOrNull)) {
      throw new IllegalArgumentException(
          name
              + ": "
              + zone.at(instantOrNull).toOffsetDateTime()
              + " (expected: a full hour on the clock of "
              + zone.name()
              + ")");
    }
  }

  /** The zone that divides time into hours. */
  public ReportZone reportZone() {
    return ReportZone.of(zone);
  }

  /** The start of the first hour that is judged. */
  public Optional<Instant> from() {
    return Optional.ofNullable(fromOrNull);
  }

  /** The end of the last hour that is judged. */
  public Optional<Instant> to() {
    return Optional.ofNullable(toOrNull);
  }

  /** Whether the hour that starts then is judged; other hours still count for carry-over. */
  public boolean isJudged(Instant hour) {
    return (fromOrNull == null || !hour.isBefore(fromOrNull))
        && (toOrNull == null || hour.isBefore(toOrNull));
  }
}
