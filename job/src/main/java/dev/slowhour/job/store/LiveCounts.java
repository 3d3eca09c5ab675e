package dev.slowhour.job.store;

import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.judge.WindowState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How many windows the store holds.
 *
 * @param open windows whose hour goes on
 * @param provisional windows whose hour has ended
 * @param settled windows that are final
 * @param isolationFailures those of all that are isolation failures by the rule
 */
public record LiveCounts(long open, long provisional, long settled, long isolationFailures) {

  private static final String COUNT =
      """
      SELECT count(*) FILTER (WHERE state = ?), count(*) FILTER (WHERE state = ?),
        count(*) FILTER (WHERE state = ?), count(*) FILTER (WHERE verdict = ?)
      FROM slowhour.windows
      """;

  /**
   * Counts them now.
   *
   * @throws StoreException when the store cannot be reached
   */
  public static LiveCounts read(StoreAddress address) throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      return session.inOneTransaction(
          connection -> {
            try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
              statement.setString(1, WindowState.OPEN.text());
              statement.setString(2, WindowState.PROVISIONAL.text());
              statement.setString(3, WindowState.FINAL.text());
              statement.setString(4, Verdict.ISOLATION_FAILURE.text());
              try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                  throw new SQLException("counts: no row");
                }
                return new LiveCounts(
                    row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
              }
            }
          });
    }
  }
}
