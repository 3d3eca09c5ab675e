package dev.slowhour.job.store;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.job.files.NoticeLines;
import dev.slowhour.job.files.NoticePlaces;
import dev.slowhour.job.files.RowSink;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sets notices of a batch run aside, which come in the order of their places. Of a group it keeps
 * the first and counts the rest. When there are very many groups it forgets the one that was quiet
 * for longest, and may keep more of it than need be: what is too much is counted when notices are
 * put in place.
 */
final class StagedNotices implements RowSink.Writer<Notice> {

  /** How many of a group are stored. */
  static final int KEPT_OF_GROUP = 1_000;

  private static final int GROUPS = 10_000;

  private record Group(
      NoticeCode code,
      Table table,
      String tenantIdOrNull,
      String endpointIdOrNull,
      Instant windowStartOrNull) {

    static Group of(Notice notice) {
      return new Group(
          notice.code(),
          notice.table(),
          notice.tenantIdOrNull(),
          notice.endpointIdOrNull(),
          notice.windowStartOrNull());
    }
  }

  private static final class Count {

    private final Notice first;
    private long kept;
    private long rest;

    Count(Notice first) {
      this.first = first;
    }
  }

  private final StagingTables tables;
  private final StagingWriter writer;
  private final NoticeLines lines;
  private final StringBuilder waiting = new StringBuilder();
  private final Map<Group, Count> groups = new LinkedHashMap<>(16, 0.75f, true);
  private long ordinal;

  StagedNotices(StoreAddress address, StagingTables tables, NoticePlaces places)
      throws StoreException {
    this.tables = tables;
    writer = new StagingWriter(address, tables);
    lines = new NoticeLines(places);
  }

  @Override
  public void write(Notice notice) throws IOException {
    Count count = groups.computeIfAbsent(Group.of(notice), group -> new Count(notice));
    if (count.kept < KEPT_OF_GROUP) {
      count.kept++;
      add(NoticeRow.of(ordinal, notice, lines.fileName(notice), lines.rawLine(notice)));
    } else {
      count.rest++;
    }
    if (groups.size() > GROUPS) {
      Map.Entry<Group, Count> eldest = groups.entrySet().iterator().next();
      groups.remove(eldest.getKey());
      addRest(eldest.getValue());
    }
  }

  private void addRest(Count count) throws IOException {
    if (count.rest > 0) {
      add(NoticeRow.rest(ordinal, count.first, count.rest));
    }
  }

  private void add(NoticeRow row) throws IOException {
    ordinal++;
    NoticeRow.TABLE.append(row, waiting);
    if (waiting.length() >= StagingWriter.CHUNK_LENGTH) {
      flush();
    }
  }

  private void flush() throws IOException {
    writer.write(
        connection -> {
          WindowCopy.copy(connection, NoticeRow.TABLE, waiting, tables::of);
          return null;
        });
    waiting.setLength(0);
  }

  @Override
  public void finish() throws IOException {
    for (Count count : groups.values()) {
      addRest(count);
    }
    groups.clear();
    flush();
  }

  @Override
  public void close() throws IOException {
    try (writer) {
      lines.close();
    }
  }
}
