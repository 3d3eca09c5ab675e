package dev.slowhour.job.store;

import java.io.Closeable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One connection to the store, made anew when it is lost. For one thread.
 *
 * <p>A transaction whose connection breaks, or that loses to another, is done again from its start
 * after a pause; pauses are bounded. Whether a commit went through whose answer was lost is not
 * known, so what is done has to come out the same when done twice.
 */
final class StoreSession implements Closeable {

  /** Half a minute in all: enough for a server to restart or for another to take over. */
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(8),
          Duration.ofSeconds(8),
          Duration.ofSeconds(8));

  /** Shutdown and start of a server, a lost race, a deadlock. */
  private static final Set<String> PASSING = Set.of("57P01", "57P02", "57P03", "40001", "40P01");

  private static final String CONNECTION_CLASS = "08";

  private final StoreAddress address;
  private final SqlWork<Void> onConnect;
  private Connection connectionOrNull;

  private StoreSession(StoreAddress address, SqlWork<Void> onConnect) {
    this.address = address;
    this.onConnect = onConnect;
  }

  /**
   * A session that is connected.
   *
   * @throws StoreException when no connection can be made; this is tried once
   */
  static StoreSession open(StoreAddress address) throws StoreException {
    return open(address, connection -> null);
  }

  /**
   * The same.
   *
   * @param onConnect is done in each new connection, before anything else
   */
  static StoreSession open(StoreAddress address, SqlWork<Void> onConnect) throws StoreException {
    StoreSession session = new StoreSession(address, onConnect);
    try {
      session.connection();
      return session;
    } catch (SQLException e) {
      session.close();
      throw StoreException.of(address, e);
    }
  }

  private Connection connection() throws SQLException, StoreException {
    if (connectionOrNull == null) {
      Connection connection = address.connect();
      try {
        onConnect.in(connection);
        connection.commit();
      } catch (SQLException | StoreException e) {
        closeQuietly(connection);
        throw e;
      }
      connectionOrNull = connection;
    }
    return connectionOrNull;
  }

  /**
   * Does the work in a transaction.
   *
   * @throws StoreException when it cannot be done, or still not after the last pause
   */
  <T> T inTransaction(SqlWork<T> work) throws StoreException {
    return inTransaction(work, PAUSES);
  }

  /** Does the work in a transaction, and does not try again when that fails. */
  <T> T inOneTransaction(SqlWork<T> work) throws StoreException {
    return inTransaction(work, List.of());
  }

  private <T> T inTransaction(SqlWork<T> work, List<Duration> pauses) throws StoreException {
    for (int attempt = 0; ; attempt++) {
      try {
        Connection connection = connection();
        T result = work.in(connection);
        connection.commit();
        return result;
      } catch (SQLException e) {
        rollBack();
        if (!isPassing(e) || attempt == pauses.size()) {
          throw StoreException.of(address, e);
        }
        pause(pauses.get(attempt));
      } catch (StoreException | RuntimeException e) {
        rollBack();
        throw e;
      }
    }
  }

  private static boolean isPassing(SQLException failure) {
    String state = Optional.ofNullable(failure.getSQLState()).orElse("");
    return state.startsWith(CONNECTION_CLASS) || PASSING.contains(state);
  }

  private static void pause(Duration pause) throws StoreException {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while waiting for Postgres", e);
    }
  }

  private void rollBack() {
    if (connectionOrNull == null) {
      return;
    }
    try {
      connectionOrNull.rollback();
    } catch (SQLException e) {
      close();
    }
  }

  @Override
  public void close() {
    if (connectionOrNull != null) {
      closeQuietly(connectionOrNull);
      connectionOrNull = null;
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is of no use any more, and the server ends what it did not hear the end of.
      return;
    }
  }
}
