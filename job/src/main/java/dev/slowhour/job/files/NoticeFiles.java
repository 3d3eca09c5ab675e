package dev.slowhour.job.files;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.read.RawLineLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The files that notices speak of. */
public final class NoticeFiles implements NoticePlaces {

  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // an EnumMap of ArrayLists
  private final Map<Table, List<SourceFile>> files;

  private NoticeFiles(Map<Table, List<SourceFile>> files) {
    this.files = files;
  }

  /** Those that are read. */
  public static NoticeFiles of(InputFiles inputs) {
    Map<Table, List<SourceFile>> files = new EnumMap<>(Table.class);
    for (Table table : Table.values()) {
      List<SourceFile> ofTable = new ArrayList<>();
      inputs.of(table).forEach(file -> ofTable.add(SourceFile.of(file, ofTable.size())));
      files.put(table, ofTable);
    }
    return new NoticeFiles(files);
  }

  private SourceFile of(Notice notice) {
    return files.get(notice.table()).get(notice.place().source());
  }

  @Override
  public String fileName(Notice notice) {
    return of(notice).name();
  }

  @Override
  public NoticePlaces.Lookup lookup() {
    return new FileLookup(this);
  }

  private static final class FileLookup implements NoticePlaces.Lookup {

    private final NoticeFiles files;
    private final RawLineLookup rawLines = new RawLineLookup();

    FileLookup(NoticeFiles files) {
      this.files = files;
    }

    @Override
    public String rawLine(Notice notice) throws IOException {
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
}
