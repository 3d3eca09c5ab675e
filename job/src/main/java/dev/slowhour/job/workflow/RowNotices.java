package dev.slowhour.job.workflow;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.Excluded;
import dev.slowhour.core.judge.RequestBlock;
import java.util.List;

/** What is said of rows that can be read and do not count. */
final class RowNotices {

  private RowNotices() {}

  /** Of a row that judging leaves out. */
  static Notice of(RequestBlock rows, Excluded excluded) {
    return notice(rows, excluded.row(), excluded.code());
  }

  /** Of a row whose hour is final. */
  static Notice late(RequestBlock rows, int row) {
    return notice(rows, row, NoticeCode.LATE);
  }

  private static Notice notice(RequestBlock rows, int row, NoticeCode code) {
    return new Notice(
        Table.REQUEST_LOGS,
        rows.place(row),
        code,
        fields(code),
        rows.tenantId(),
        rows.endpointId(),
        rows.hour(),
        null);
  }

  private static List<String> fields(NoticeCode code) {
    return switch (code) {
      case LATE -> List.of("arrived_at");
      case DUPLICATE_REQUEST_ID -> List.of("request_id");
      case STRAY_POOL -> List.of("accel_pool");
      case NO_CONTRACT -> List.of("tenant_id", "endpoint_id");
      default -> throw new IllegalArgumentException("code: " + code);
    };
  }
}
