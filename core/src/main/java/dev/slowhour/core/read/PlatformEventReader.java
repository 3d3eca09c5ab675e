package dev.slowhour.core.read;

import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.Table;
import java.time.Instant;

/** Reads {@code platform_events} lines. */
public final class PlatformEventReader implements LineReader<PlatformEvent> {

  private static final int AT = 0;
  private static final int ACCEL_POOL = 1;
  private static final int KIND = 2;
  private static final int TEXT = 3;

  private final CellReader line;
  private final Cells cells = new Cells(Table.PLATFORM_EVENTS.columns().size());
  private final FieldChecks checks = new FieldChecks(Table.PLATFORM_EVENTS, cells);

  /** Reads lines that are JSON objects. */
  public PlatformEventReader() {
    this(new JsonObjectReader(Table.PLATFORM_EVENTS.columns()));
  }

  PlatformEventReader(CellReader line) {
    this.line = line;
  }

  @Override
  public Reading<PlatformEvent> read(Place place, byte[] bytes, int from, int to) {
    if (!line.read(bytes, from, to, cells)) {
      return malformed();
    }
    checks.start();
    Instant at = checks.instant(AT);
    String accelPool = checks.id(ACCEL_POOL);
    String kind = checks.id(KIND);
    String text = checks.remark(TEXT);
    // Notices of this table tell no hour: an event belongs to a pool, and to no window.
    return checks.allGood()
        ? new Reading.Row<>(new PlatformEvent(at, accelPool, kind, text))
        : checks.invalidField(null, null, null);
  }

  @Override
  public Reading.Fault<PlatformEvent> malformed() {
    return Reading.Fault.malformed(line.malformed());
  }
}
