package dev.slowhour.job.store;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.output.NoticeText;
import java.util.List;
import java.util.Optional;

/**
 * A notice on its way into the store, or how many more there were like it.
 *
 * @param ordinal place among the notices of the run
 * @param notice the notice; of the rest its group alone counts
 * @param fileOrNull the file that the line stood in; null for the rest
 * @param rawLineOrNull the line as it is shown; null for the rest
 * @param lineCount how many lines the row stands for
 */
record NoticeRow(
    long ordinal, Notice notice, String fileOrNull, String rawLineOrNull, long lineCount) {

  static final RowTable<NoticeRow> TABLE =
      new RowTable<>(
          "notices",
          List.of(
              Column.ofCount("ordinal", NoticeRow::ordinal),
              Column.ofText("source_table", row -> row.notice().table().tableName()),
              Column.ofText("file", NoticeRow::fileOrNull),
              Column.ofOptionalCount(
                  "line", row -> row.whole().map(notice -> notice.place().line())),
              Column.ofText("code", row -> row.notice().code().code()),
              Column.ofTexts("fields", row -> row.whole().map(Notice::fields).orElse(List.of())),
              Column.ofOptionalText("tenant_id", row -> row.notice().tenantId()),
              Column.ofOptionalText("endpoint_id", row -> row.notice().endpointId()),
              Column.ofTime("window_start", row -> row.notice().windowStart()),
              Column.ofOptionalText("message", row -> row.whole().map(NoticeText::message)),
              Column.ofText("raw_line", NoticeRow::rawLineOrNull),
              Column.ofCount("line_count", NoticeRow::lineCount)));

  static NoticeRow of(long ordinal, Notice notice, String file, String rawLine) {
    return new NoticeRow(ordinal, notice, file, rawLine, 1);
  }

  /** That many more in the group of that notice. */
  static NoticeRow rest(long ordinal, Notice ofGroup, long lineCount) {
    return new NoticeRow(ordinal, ofGroup, null, null, lineCount);
  }

  private Optional<Notice> whole() {
    return fileOrNull == null ? Optional.empty() : Optional.of(notice);
  }
}
