package dev.slowhour.job.store;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.FailureHour;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.PlatformEvent;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.job.files.NoticePlaces;
import dev.slowhour.job.files.RowSink;
import java.io.Closeable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The way of one batch run into the store: windows and notices are set aside while it runs, and all
 * put in place in one transaction at its end. A run that fails leaves its row in {@code runs}.
 */
public final class BatchStore implements Closeable {

  /**
   * First key of our advisory locks. The second is the number of a run that is alive, 0 while rows
   * of a batch run are put in place, or one of those below.
   */
  static final int LOCKS = 510_437;

  /** Second key of the lock of who stores notices: one at a time looks at what is there. */
  static final int NOTICES = -1;

  private final StoreAddress address;
  private final StoreSession session;
  private final StagingTables staging;
  private final JudgeSettings settings;
  private final boolean replaces;

  private BatchStore(
      StoreAddress address,
      StoreSession session,
      StagingTables staging,
      JudgeSettings settings,
      boolean replaces) {
    this.address = address;
    this.session = session;
    this.staging = staging;
    this.settings = settings;
    this.replaces = replaces;
  }

  /**
   * Begins a run.
   *
   * @param version of Slowhour
   * @param replaces whether rows of higher rank are replaced too, and what is not produced removed
   * @param inputsJson what is read, a JSON array
   * @throws StoreException when the store cannot be reached, is of another version or not writable
   */
  public static BatchStore begin(
      StoreAddress address,
      String version,
      JudgeSettings settings,
      boolean replaces,
      String inputsJson)
      throws StoreException {
    try (StoreSession checking = StoreSession.open(address)) {
      Schema.check(address, checking);
      checking.inTransaction(RunRows::buryDead);
    }
    AtomicLong runId = new AtomicLong();
    StoreSession session =
        StoreSession.open(
            address,
            connection -> {
              // A run is alive as long as its session holds this, also in a new connection.
              if (runId.get() != 0) {
                RunRows.lock(connection, runId.get());
              }
              return null;
            });
    try {
      runId.set(
          session.inTransaction(
              connection -> {
                long id =
                    RunRows.insert(
                        connection,
                        "batch",
                        version,
                        settings,
                        replaces,
                        inputsJson,
                        Optional.empty());
                RunRows.lock(connection, id);
                new StagingTables(id).create(connection);
                return id;
              }));
      return new BatchStore(address, session, new StagingTables(runId.get()), settings, replaces);
    } catch (StoreException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Sets windows aside.
   *
   * @param syntheticPools pools whose logs and metrics are made up
   */
  public void setAsideWindows(DataStream<JudgedWindow> windows, Set<String> syntheticPools) {
    StoreAddress to = address;
    StagingTables tables = staging;
    String zone = settings.zone();
    Set<String> synthetic = Set.copyOf(syntheticPools);
    windows
        .sinkTo(new RowSink<>(() -> new StagedWindows(to, tables, zone, synthetic)))
        .name("windows set aside in Postgres")
        .uid("staged-windows");
  }

  /**
   * Sets notices aside.
   *
   * @param inPlaceOrder the notices as {@link NoticePlaces#inPlaceOrder} has them
   */
  public void setAsideNotices(DataStream<Notice> inPlaceOrder, NoticePlaces places) {
    StoreAddress to = address;
    StagingTables tables = staging;
    inPlaceOrder
        .sinkTo(new RowSink<>(() -> new StagedNotices(to, tables, places)))
        .setParallelism(1)
        .name("notices set aside in Postgres")
        .uid("staged-notices");
  }

  /** Sets requests aside that were not answered. */
  public void setAsideFailures(DataStream<FailureHour> failures) {
    StoreAddress to = address;
    StagingTables tables = staging;
    failures
        .sinkTo(new RowSink<>(() -> new StagedFailures(to, tables)))
        .name("failures set aside in Postgres")
        .uid("staged-failures");
  }

  /**
   * Puts everything in place.
   *
   * @param contracts all versions in force
   * @param events what happened to the platform
   * @throws StoreException when that cannot be done; nothing is changed then
   */
  public Stored putInPlace(RunTotals totals, List<Contract> contracts, List<PlatformEvent> events)
      throws StoreException {
    return session.inTransaction(
        connection -> {
          Optional<Stored> before = RunRows.stored(connection, staging.runId(), address.display());
          if (before.isPresent()) {
            // The commit went through, and its answer was lost.
            return before.get();
          }
          Stored stored =
              new Placement(connection, staging, settings, replaces, totals)
                  .place(address.display());
          ContractRows.upsert(connection, contracts, staging.runId());
          EventRows.insert(connection, events);
          RunRows.done(connection, totals, stored);
          staging.drop(connection);
          return stored;
        });
  }

  /** Says in the run's row why it failed, as far as the store can still be reached. */
  public void fail(String why) {
    try {
      session.inOneTransaction(
          connection -> {
            setLockTimeout(connection);
            staging.drop(connection);
            RunRows.failed(connection, staging.runId(), why);
            return null;
          });
    } catch (StoreException e) {
      // The store is what failed. The next run sees that this one is dead, and clears up.
      return;
    }
  }

  /** Writers of a job that was cancelled may hold tables for a moment more. */
  private static void setLockTimeout(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCAL lock_timeout = '10s'");
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
