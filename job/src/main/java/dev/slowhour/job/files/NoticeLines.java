package dev.slowhour.job.files;

import dev.slowhour.core.data.Notice;
import java.io.Closeable;
import java.io.IOException;

/** The lines that notices speak of, to be asked for in the order of their places. */
public final class NoticeLines implements Closeable {

  private final NoticePlaces places;
  private final NoticePlaces.Lookup lookup;

  /** Lines of those places. */
  public NoticeLines(NoticePlaces places) {
    this.places = places;
    lookup = places.lookup();
  }

  /** {@link NoticePlaces#fileName} */
  public String fileName(Notice notice) {
    return places.fileName(notice);
  }

  /**
   * The line as it is shown.
   *
   * @throws IOException when it cannot be read, or is gone
   */
  public String rawLine(Notice notice) throws IOException {
    return notice.rawLineOrNull() != null ? notice.rawLineOrNull() : lookup.rawLine(notice);
  }

  @Override
  public void close() throws IOException {
    lookup.close();
  }
}
