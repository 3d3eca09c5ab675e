package dev.slowhour.job.store;

import dev.slowhour.core.data.Notice;
import java.time.Instant;

/**
 * The notices that are counted together. A key of a stream: of strings and numbers alone, for the
 * hash of an enum differs from process to process.
 *
 * @param code why the lines do not count
 * @param table name of the table that they belong to
 * @param tenantId their tenant; empty where it could not be read
 * @param endpointId their endpoint; empty where it could not be read
 * @param hour start of their hour, seconds since 1970 (UTC); the least number where none is known
 */
public record NoticeUnit(String code, String table, String tenantId, String endpointId, long hour) {

  /** The unit of a notice. */
  public static NoticeUnit of(Notice notice) {
    return new NoticeUnit(
        notice.code().code(),
        notice.table().tableName(),
        notice.tenantId().orElse(""),
        notice.endpointId().orElse(""),
        notice.windowStart().map(Instant::getEpochSecond).orElse(Long.MIN_VALUE));
  }
}
