package dev.slowhour.core.data;

import java.util.Locale;

/** Why a line, or the rest of a file, does not count. */
public enum NoticeCode {
  MALFORMED_JSON,
  MALFORMED_CSV,
  INVALID_FIELD,
  IMPLAUSIBLE_DURATION,
  LATE,
  DUPLICATE_REQUEST_ID,
  STRAY_POOL,
  NO_CONTRACT,
  DUPLICATE_CONTRACT,
  TRUNCATED_INPUT;

  /** The code as it is written in files and tables, for example {@code stray_pool}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
