package dev.slowhour.job.store;

import dev.slowhour.core.data.PlatformEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Events of the platform, each once. */
final class EventRows {

  private static final String INSERT =
      """
      INSERT INTO slowhour.events (accel_pool, at, kind, text)
      VALUES (?, ?::timestamptz, ?, ?) ON CONFLICT DO NOTHING\
      """;

  private EventRows() {}

  static void insert(Connection connection, List<PlatformEvent> events) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      for (PlatformEvent event : events) {
        statement.setString(1, event.accelPool());
        // Postgres would round what is finer than its microseconds, into the next hour even.
        statement.setString(2, event.at().truncatedTo(ChronoUnit.MICROS).toString());
        statement.setString(3, event.kind());
        statement.setString(4, event.text());
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }
}
