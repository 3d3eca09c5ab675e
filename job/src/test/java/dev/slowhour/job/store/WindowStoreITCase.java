package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Postgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows that are written one by one, by several writers, through whatever happens. */
class WindowStoreITCase {

  private static final Instant TEN = Windows.TEN;

  /** Windows that have not all of their parts, or parts of another writing. */
  private static final String NOT_WHOLE =
      """
      SELECT count(*) FROM slowhour.windows w WHERE
        (SELECT (count(*), min(requests), max(requests), max(queued_requests))
          FROM slowhour.minutes m WHERE (m.tenant_id, m.endpoint_id, m.window_start)
            = (w.tenant_id, w.endpoint_id, w.window_start))
          IS DISTINCT FROM (60::bigint, w.revision, w.revision, w.revision)
        OR NOT EXISTS (SELECT FROM slowhour.evidence e
          WHERE (e.tenant_id, e.endpoint_id, e.window_start)
            = (w.tenant_id, w.endpoint_id, w.window_start))\
      """;

  private static WindowStore open(Postgres database) throws StoreException {
    return WindowStore.open(
        database.address(), run(database), Windows.SEOUL, Set.of(), Patience.OF_STREAMING);
  }

  private static long run(Postgres database) throws StoreException {
    try (StreamRun run =
        StreamRun.begin(
            database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty())) {
      return run.id();
    }
  }

  private static List<Map<String, String>> windows(Postgres database) {
    return database.rows("SELECT state, revision FROM slowhour.windows ORDER BY window_start");
  }

  // Which row gives way.

  @Test
  void aWindowGivesWayToOneOfAtLeastItsRank() throws Exception {
    Postgres database = Postgres.migrated();
    try (WindowStore store = open(database)) {
      assertThat(store.put(Windows.of("e", TEN, 5, WindowProgress.open(12))))
          .isEqualTo(WindowStore.Outcome.STORED);
      assertThat(database.rowsOf("minutes")).as("of an open hour").isEqualTo(12);
      assertThat(store.put(Windows.of("e", TEN, 4, WindowProgress.open(13))))
          .isEqualTo(WindowStore.Outcome.LEFT_ALONE);
      assertThat(store.put(Windows.of("e", TEN, 3, WindowProgress.PROVISIONAL)))
          .isEqualTo(WindowStore.Outcome.STORED);
      assertThat(store.put(Windows.of("e", TEN, 9, WindowProgress.open(30))))
          .as("a state never goes back")
          .isEqualTo(WindowStore.Outcome.LEFT_ALONE);
      assertThat(store.put(Windows.of("e", TEN, 3, WindowProgress.PROVISIONAL)))
          .as("again")
          .isEqualTo(WindowStore.Outcome.STORED);
    }
    assertThat(windows(database)).containsExactly(Map.of("state", "provisional", "revision", "3"));
    assertThat(database.count(NOT_WHOLE)).isZero();
  }

  @Test
  void aFinalRowStandsAndOneThatWouldDifferIsCounted() throws Exception {
    Postgres database = Postgres.migrated();
    try (WindowStore store = open(database)) {
      store.put(Windows.of("e", TEN, 5, WindowProgress.FINAL));

      assertThat(store.put(Windows.of("e", TEN, 5, WindowProgress.FINAL)))
          .isEqualTo(WindowStore.Outcome.LEFT_ALONE);
      assertThat(store.put(Windows.of("e", TEN, 6, WindowProgress.PROVISIONAL)))
          .isEqualTo(WindowStore.Outcome.LEFT_ALONE);
      assertThat(store.put(Windows.of("e", TEN, 6, WindowProgress.FINAL)))
          .isEqualTo(WindowStore.Outcome.REFUSED);
    }
    assertThat(windows(database)).containsExactly(Map.of("state", "final", "revision", "5"));
    assertThat(
            database.rows(
                "SELECT DISTINCT state, revision, queued_requests FROM slowhour.pool_minutes"))
        .containsExactly(Map.of("state", "final", "revision", "5", "queued_requests", "5"));
  }

  @Test
  void outOfOrderRevisionsByConcurrentWritersEndRight() throws Exception {
    Postgres database = Postgres.migrated();
    int writers = 4;
    int revisions = 40;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    CyclicBarrier start = new CyclicBarrier(writers);
    List<Future<Void>> ends = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      Random random = new Random(writer);
      List<JudgedWindow> all = new ArrayList<>();
      for (int revision = 1; revision <= revisions; revision++) {
        for (int hour = 0; hour < 3; hour++) {
          all.add(
              Windows.of(
                  "e", TEN.plus(Duration.ofHours(hour)), revision, WindowProgress.PROVISIONAL));
        }
      }
      Collections.shuffle(all, random);
      ends.add(
          threads.submit(
              () -> {
                try (WindowStore store = open(database)) {
                  start.await();
                  for (JudgedWindow judged : all) {
                    store.put(judged);
                  }
                }
                return null;
              }));
    }
    for (Future<Void> end : ends) {
      end.get(120, TimeUnit.SECONDS);
    }
    threads.shutdown();

    assertThat(windows(database))
        .hasSize(3)
        .containsOnly(Map.of("state", "provisional", "revision", "40"));
    assertThat(database.count(NOT_WHOLE)).isZero();
    assertThat(database.count("SELECT count(*) FROM slowhour.pool_minutes WHERE revision <> 40"))
        .isZero();
  }

  // What a failure leaves.

  @Test
  void aKilledWriterLeavesNoWindowWithoutItsMinutes() throws Exception {
    for (int writes : List.of(5, 23, 42)) {
      Postgres database = Postgres.migrated();
      Process writer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  EndlessWriter.class.getName(),
                  database.url())
              .redirectErrorStream(true)
              .redirectOutput(Path.of("target/endless-writer").toFile())
              .start();
      try {
        while (database.count("SELECT coalesce(max(revision), 0) FROM slowhour.windows") < writes) {
          assertThat(writer.isAlive())
              .as(() -> "it writes: " + text(Path.of("target/endless-writer")))
              .isTrue();
          Thread.sleep(1);
        }
      } finally {
        // SIGKILL: it has no chance to end anything.
        writer.destroyForcibly().waitFor();
      }
      awaitNoWriter(database);
      assertThat(database.rowsOf("windows")).isPositive();
      assertThat(database.count(NOT_WHOLE)).isZero();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** The server goes on for a moment with what it has received. */
  private static void awaitNoWriter(Postgres database) throws InterruptedException {
    while (database.count(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'slowhour'"
                + " AND datname = current_database()")
        > 0) {
      Thread.sleep(10);
    }
  }

  @Test
  void aWriterWhoseConnectionIsCutAgainAndAgainLosesNothing() throws Exception {
    Postgres database = Postgres.migrated();
    AtomicInteger written = new AtomicInteger();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<Void> end =
        thread.submit(
            () -> {
              try (WindowStore store = open(database)) {
                for (int i = 0; i < 150; i++) {
                  store.put(Windows.of("e", TEN.plus(Duration.ofHours(i)), i + 1));
                  written.incrementAndGet();
                }
              }
              return null;
            });
    for (int cut = 0; cut < 4; cut++) {
      int at = written.get();
      while (written.get() < at + 10) {
        Thread.sleep(1);
      }
      database.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
              + " 'slowhour' AND datname = current_database()");
    }
    end.get(120, TimeUnit.SECONDS);
    thread.shutdown();

    assertThat(database.rowsOf("windows")).isEqualTo(150);
    assertThat(database.count(NOT_WHOLE)).isZero();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aServerThatIsRestartedInMidWriteLosesNothing(@TempDir Path folder) throws Exception {
    int port = freePort();
    EmbeddedPostgres before = Postgres.start(folder, port);
    Postgres database = Postgres.empty(before);
    Schema.migrate(database.address());
    AtomicInteger written = new AtomicInteger();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<Void> end =
        thread.submit(
            () -> {
              try (WindowStore store = open(database)) {
                for (int i = 0; i < 200; i++) {
                  store.put(Windows.of("e", TEN.plus(Duration.ofHours(i)), i + 1));
                  written.incrementAndGet();
                }
              }
              return null;
            });
    while (written.get() < 20) {
      Thread.sleep(1);
    }
    before.close();
    assertThat(end.isDone()).as("it was in the middle of it").isFalse();
    try (EmbeddedPostgres after = Postgres.start(folder, port)) {
      end.get(120, TimeUnit.SECONDS);

      Postgres again = Postgres.in(after, database.name());
      assertThat(again.rowsOf("windows")).isEqualTo(200);
      assertThat(again.count(NOT_WHOLE)).isZero();
    }
    thread.shutdown();
  }
}
