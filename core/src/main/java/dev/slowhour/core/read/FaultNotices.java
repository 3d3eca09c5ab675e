package dev.slowhour.core.read;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.time.Instant;
import java.util.List;

/**
 * Makes the notices of one file, line after line: a line whose own time cannot be read belongs to
 * the hour of the nearest earlier line of the file whose time can.
 */
final class FaultNotices {

  private final Table table;
  private final ReportZone zone;
  private Instant nearestOrNull;

  FaultNotices(Table table, ReportZone zone) {
    this.table = table;
    this.zone = zone;
  }

  /** Remembers the time of a line. */
  void saw(Instant instant) {
    nearestOrNull = instant;
  }

  /** The notice of a line that cannot be read. */
  Notice of(Place place, Reading.Fault<?> fault, String rawLine) {
    fault.instant().ifPresent(this::saw);
    return new Notice(
        table,
        place,
        fault.code(),
        fault.fields(),
        fault.tenantId().orElse(null),
        fault.endpointId().orElse(null),
        nearestHourOrNull(),
        rawLine);
  }

  /** The notice of a file that breaks off before that line. */
  Notice truncated(Place place) {
    return new Notice(
        table, place, NoticeCode.TRUNCATED_INPUT, List.of(), null, null, nearestHourOrNull(), "");
  }

  private Instant nearestHourOrNull() {
    return nearestOrNull == null ? null : zone.hourOf(nearestOrNull);
  }
}
