package dev.slowhour.job.files;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.read.InputFiles;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

/** The files that notices speak of. */
public final class NoticeFiles implements Serializable {

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

  SourceFile of(Notice notice) {
    return files.get(notice.table()).get(notice.place().source());
  }

  /** The notices in one stream, by table name, file name (by code point) and line. */
  public DataStream<Notice> inPlaceOrder(DataStream<Notice> notices) {
    return SortKeys.sorted(notices, new PlaceOrder(this), "notices");
  }

  private static final class PlaceOrder implements KeySelector<Notice, String> {

    private static final long serialVersionUID = 1L;
    private final NoticeFiles files;

    PlaceOrder(NoticeFiles files) {
      this.files = files;
    }

    @Override
    public String getKey(Notice notice) {
      return SortKeys.of(
          notice.table().tableName(), files.of(notice).name(), notice.place().line());
    }
  }
}
