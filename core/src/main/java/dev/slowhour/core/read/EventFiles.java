package dev.slowhour.core.read;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.util.List;

/** What happened to the platform; there may be no file of it. Events are few, and held. */
public final class EventFiles {

  private EventFiles() {}

  /**
   * What the files hold.
   *
   * @param rows the events that can be read, in the order of their lines
   * @param notices what is said about lines that cannot be read
   */
  public record Events(List<PlatformEvent> rows, List<Notice> notices) {}

  /**
   * Reads the files, in order.
   *
   * @throws InputException when a file cannot be read
   */
  public static Events read(List<InputFile> files, ReportZone zone) throws InputException {
    SmallTable<PlatformEvent> table =
        SmallTable.read(Table.PLATFORM_EVENTS, files, PlatformEventReader::new, zone);
    return new Events(
        table.lines().stream().map(SmallTable.Line::row).toList(), List.copyOf(table.notices()));
  }
}
