package dev.slowhour.job.store;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;

/** The tables of the store, and which version of them a database has. */
public final class Schema {

  /** The schema that all tables are in. */
  public static final String NAME = "slowhour";

  /** The version that this build writes and reads. */
  public static final String VERSION = "4";

  private static final String HISTORY = "schema_history";

  private Schema() {}

  /**
   * Brings the database to this build's version; does nothing where it has it.
   *
   * @return how many migrations were run
   * @throws StoreException when it cannot be reached or changed
   */
  public static int migrate(StoreAddress address) throws StoreException {
    StoreSession.open(address).close();
    try {
      MigrateResult result =
          Flyway.configure(Schema.class.getClassLoader())
              .dataSource(new Connections(address))
              .schemas(NAME)
              .table(HISTORY)
              .locations("classpath:db/migration")
              .placeholderReplacement(false)
              .connectRetries(0)
              .load()
              .migrate();
      return result.migrationsExecuted;
    } catch (FlywayException e) {
      throw failure(address, e);
    }
  }

  private static StoreException failure(StoreAddress address, FlywayException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return StoreException.of(address, sql);
      }
    }
    return new StoreException(
        "Postgres at "
            + address.display()
            + ": the schema cannot be migrated: "
            + String.valueOf(failure.getMessage()).strip().replaceAll("\\s+", " "),
        failure);
  }

  /**
   * Requires this build's version.
   *
   * @throws StoreException when the database has another or none; the message says what to do
   */
  public static void check(StoreAddress address) throws StoreException {
    try (StoreSession session = StoreSession.open(address)) {
      check(address, session);
    }
  }

  static void check(StoreAddress address, StoreSession session) throws StoreException {
    String version = session.inTransaction(Schema::version).orElse("none");
    if (!version.equals(VERSION)) {
      throw new StoreException(
          "Postgres at "
              + address.display()
              + ": schema version "
              + version
              + " (expected: "
              + VERSION
              + "; "
              + (isNewer(version)
                  ? "a newer slowhour has been here, use that"
                  : "run: slowhour db migrate --jdbc URL")
              + ")");
    }
  }

  private static boolean isNewer(String version) {
    return version.matches("\\d{1,9}") && Integer.parseInt(version) > Integer.parseInt(VERSION);
  }

  private static Optional<String> version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet found =
          statement.executeQuery("SELECT to_regclass('" + NAME + "." + HISTORY + "')")) {
        if (!found.next() || found.getString(1) == null) {
          return Optional.empty();
        }
      }
      try (ResultSet latest =
          statement.executeQuery(
              "SELECT version FROM "
                  + NAME
                  + "."
                  + HISTORY
                  + " WHERE success AND version IS NOT NULL ORDER BY installed_rank DESC LIMIT"
                  + " 1")) {
        return latest.next() ? Optional.of(latest.getString(1)) : Optional.empty();
      }
    }
  }

  /** Connections for Flyway, which wants to end transactions itself. */
  private record Connections(StoreAddress address) implements DataSource {

    @Override
    public Connection getConnection() throws SQLException {
      try {
        Connection connection = address.connect();
        connection.setAutoCommit(true);
        return connection;
      } catch (StoreException e) {
        throw new SQLException(e.getMessage(), e);
      }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
