package dev.slowhour.job.files;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.read.RawLineLookup;
import java.io.Closeable;
import java.io.IOException;

/** The lines that notices speak of, to be asked for in the order of their places. */
public final class NoticeLines implements Closeable {

  private final NoticeFiles files;
  private final RawLineLookup rawLines = new RawLineLookup();

  /** Lines of those files. */
  public NoticeLines(NoticeFiles files) {
    this.files = files;
  }

  /** The name of the file that the line stood in. */
  public String fileName(Notice notice) {
    return files.of(notice).name();
  }

  /**
   * The line as it is shown.
   *
   * @throws IOException when it cannot be read, or is gone
   */
  public String rawLine(Notice notice) throws IOException {
    if (notice.rawLineOrNull() != null) {
      return notice.rawLineOrNull();
    }
    SourceFile file = files.of(notice);
    return rawLines
        .rawLine(file.toInputFile(), notice.place().line())
        .orElseThrow(
            () ->
                new IOException(
                    file.name()
                        + ": line "
                        + notice.place().line()
                        + " is gone (expected: files that do not change while judged)"));
  }

  @Override
  public void close() throws IOException {
    rawLines.close();
  }
}
