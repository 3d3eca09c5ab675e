package dev.slowhour.job.store;

import java.sql.PreparedStatement;
import java.time.Instant;
import java.util.Optional;

/** Takes away what is old, a batch at a time, each in a transaction of its own. */
public final class Retention {

  /** Windows go with 60 minutes each; other rows alone. */
  private static final int WINDOWS_AT_ONCE = 500;

  private static final int ROWS_AT_ONCE = 20_000;

  /**
   * What is to go.
   *
   * @param windows those that began before, with their minutes, evidence and notes; failed requests
   *     and events of the platform of so long ago too
   * @param minutes minutes of windows that began before, and minutes of pools before
   * @param notices those of hours that began before, or of no hour and noticed before
   */
  public record Before(
      Optional<Instant> windows, Optional<Instant> minutes, Optional<Instant> notices) {}

  /**
   * How many rows are gone.
   *
   * @param windows windows
   * @param minutes minutes that went alone, of windows and of pools
   * @param notices notices
   */
  public record Pruned(long windows, long minutes, long notices) {}

  private Retention() {}

  /**
   * Deletes.
   *
   * @throws StoreException when that cannot be done; batches that are deleted stay so
   */
  public static Pruned prune(StoreAddress address, Before before) throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      Schema.check(address, session);
      session.inTransaction(RunRows::buryDead);
      long windows =
          delete(session, "windows", "window_start < %s", WINDOWS_AT_ONCE, before.windows());
      delete(session, "failures", "window_start < %s", ROWS_AT_ONCE, before.windows());
      delete(session, "events", "at < %s", ROWS_AT_ONCE, before.windows());
      long minutes =
          delete(session, "minutes", "window_start < %s", ROWS_AT_ONCE, before.minutes())
              + delete(session, "pool_minutes", "minute < %s", ROWS_AT_ONCE, before.windows())
              + delete(session, "pool_minutes", "minute < %s", ROWS_AT_ONCE, before.minutes());
      long notices =
          delete(session, "notices", "window_start < %s", ROWS_AT_ONCE, before.notices())
              + delete(
                  session,
                  "notices",
                  "window_start IS NULL AND noticed_at < %s",
                  ROWS_AT_ONCE,
                  before.notices());
      return new Pruned(windows, minutes, notices);
    }
  }

  private static long delete(
      StoreSession session, String table, String condition, int atOnce, Optional<Instant> before)
      throws StoreException {
    if (before.isEmpty()) {
      return 0;
    }
    String sql =
        "DELETE FROM slowhour.%1$s WHERE ctid = ANY (ARRAY(SELECT ctid FROM slowhour.%1$s WHERE %2$s"
                .formatted(table, condition.formatted("?::timestamptz"))
            + " LIMIT "
            + atOnce
            + "))";
    long all = 0;
    long deleted;
    do {
      deleted =
          session.inTransaction(
              connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                  statement.setString(1, before.get().toString());
                  return statement.executeLargeUpdate();
                }
              });
      all += deleted;
    } while (deleted > 0);
    return all;
  }
}
