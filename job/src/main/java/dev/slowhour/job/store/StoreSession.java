package dev.slowhour.job.store;

import java.io.Closeable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One connection to the store, made anew when it is lost. For one thread.
 *
 * <p>A transaction whose connection breaks, or that loses to another, is done again from its start
 * after a pause; pauses are bounded. Whether a commit went through whose answer was lost is not
 * known, so what is done has to come out the same when done twice.
 */
final class StoreSession implements Closeable {

  /**
   * Shutdown and start of a server, all its connections taken, a transaction that stood still for
   * too long, a lost race, a deadlock.
   */
  private static final Set<String> PASSING =
      Set.of("57P01", "57P02", "57P03", "53300", "25P03", "40001", "40P01");

  private static final String CONNECTION_CLASS = "08";

  /** Of a session for short transactions: longer than any wait for another's rows should be. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(1);

  private final StoreAddress address;
  private final Duration answersWithin;
  private final List<Duration> pauses;
  private final SqlWork<Void> onConnect;
  private final AtomicLong retries = new AtomicLong();
  private Connection connectionOrNull;

  private StoreSession(
      StoreAddress address,
      Duration answersWithin,
      List<Duration> pauses,
      SqlWork<Void> onConnect) {
    this.address = address;
    this.answersWithin = answersWithin;
    this.pauses = pauses;
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
    StoreSession session =
        new StoreSession(address, Duration.ZERO, Patience.OF_BATCH.pauses(), onConnect);
    try {
      session.connection();
      return session;
    } catch (SQLException e) {
      session.close();
      throw StoreException.of(address, e);
    }
  }

  /**
   * A session that is connected, for short transactions: a server that does not answer is taken for
   * gone, where waiting for a dead network would never end.
   *
   * @param patience for how long it is tried to connect, and each transaction
   * @throws StoreException when no connection can be made for so long
   */
  static StoreSession openPatiently(
      StoreAddress address, Patience patience, SqlWork<Void> onConnect) throws StoreException {
    StoreSession session = new StoreSession(address, ANSWERS_WITHIN, patience.pauses(), onConnect);
    session.inTransaction(connection -> null);
    return session;
  }

  /** How often it was tried again. May be asked by any thread. */
  long retries() {
    return retries.get();
  }

  private Connection connection() throws SQLException, StoreException {
    if (connectionOrNull == null) {
      Connection connection = address.connect(answersWithin);
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
    return inTransaction(work, pauses);
  }

  /** Does the work in a transaction, and does not try again when that fails. */
  <T> T inOneTransaction(SqlWork<T> work) throws StoreException {
    return inTransaction(work, List.of());
  }

  private <T> T inTransaction(SqlWork<T> work, List<Duration> before) throws StoreException {
    for (int attempt = 0; ; attempt++) {
      try {
        Connection connection = connection();
        T result = work.in(connection);
        connection.commit();
        return result;
      } catch (SQLException e) {
        rollBack();
        if (!isPassing(e) || attempt == before.size()) {
          throw StoreException.of(address, e);
        }
        retries.incrementAndGet();
        pause(before.get(attempt));
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
