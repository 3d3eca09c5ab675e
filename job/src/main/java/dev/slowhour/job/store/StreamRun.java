package dev.slowhour.job.store;

import dev.slowhour.core.judge.JudgeSettings;
import java.io.Closeable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * A streaming run's row in {@code runs}. Each submission of the job is a run of its own, also one
 * from a savepoint; a job that restarts after a failure goes on with the run that it has.
 *
 * <p>A run is alive while this, or any of its writers, is connected. One that calls itself running
 * and is not alive when another run begins is taken for dead; should a writer of it come back, it
 * is running again.
 */
public final class StreamRun implements Closeable {

  private final StoreSession session;
  private final long id;

  private StreamRun(StoreSession session, long id) {
    this.session = session;
    this.id = id;
  }

  /**
   * Begins a run. Close it when the job has ended or goes on without this process.
   *
   * @param version of Slowhour
   * @param inputsJson what is read, JSON
   * @param restoredFrom the savepoint or checkpoint that the job begins from
   * @throws StoreException when the store cannot be reached, is of another version or not writable
   */
  public static StreamRun begin(
      StoreAddress address,
      String version,
      JudgeSettings settings,
      String inputsJson,
      Optional<String> restoredFrom)
      throws StoreException {
    long id;
    try (StoreSession beginning = StoreSession.open(address)) {
      Schema.check(address, beginning);
      beginning.inTransaction(RunRows::buryDead);
      id =
          beginning.inOneTransaction(
              connection ->
                  RunRows.insert(
                      connection, "streaming", version, settings, false, inputsJson, restoredFrom));
    }
    return of(address, id);
  }

  /**
   * A run that has begun, in another process perhaps.
   *
   * @throws StoreException when the store cannot be reached
   */
  public static StreamRun of(StoreAddress address, long id) throws StoreException {
    return new StreamRun(session(address, id, Patience.OF_BATCH), id);
  }

  /** A session of a writer of a run, which keeps the run alive. */
  static StoreSession session(StoreAddress address, long id, Patience patience)
      throws StoreException {
    return StoreSession.openPatiently(
        address,
        patience,
        connection -> {
          endForgottenTransactions(connection);
          RunRows.lockShared(connection, id);
          RunRows.revive(connection, id);
          return null;
        });
  }

  /** A host that is gone says nothing, and what its transaction has locked would stay locked. */
  private static void endForgottenTransactions(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET idle_in_transaction_session_timeout = '1min'");
    }
  }

  /** Its number, which rows that it writes carry. */
  public long id() {
    return id;
  }

  /**
   * The job has read all there is, or was stopped.
   *
   * @param savepoint what it was stopped with
   * @param totals how much it read and made, where that is known
   * @throws StoreException when that cannot be stored
   */
  public void done(Optional<String> savepoint, Optional<RunTotals> totals) throws StoreException {
    end("done", savepoint, totals);
  }

  /**
   * The job was ended without a savepoint.
   *
   * @param totals how much it read and made, where that is known
   * @throws StoreException when that cannot be stored
   */
  public void cancelled(Optional<RunTotals> totals) throws StoreException {
    end("cancelled", Optional.empty(), totals);
  }

  private void end(String outcome, Optional<String> savepoint, Optional<RunTotals> totals)
      throws StoreException {
    session.inTransaction(
        connection -> {
          RunRows.ended(connection, id, outcome, savepoint, totals);
          return null;
        });
  }

  /** Says why the job failed, as far as the store can still be reached. */
  public void failed(String why) {
    try {
      session.inOneTransaction(
          connection -> {
            RunRows.failed(connection, id, why);
            return null;
          });
    } catch (StoreException e) {
      // The store may be what failed. The next run sees that this one is dead.
      return;
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
