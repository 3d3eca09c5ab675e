package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.store.WindowStore.Outcome;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.workflow.WithdrawnWindow;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Windows that are written many at once, as a streaming job does. */
class WindowBatchesITCase {

  private static final Instant TEN = Windows.TEN;
  private static final Instant ELEVEN = TEN.plus(Duration.ofHours(1));

  /** Which version of each row is there: a row that is written anew is another. */
  private static final String VERSIONS =
      """
      SELECT (SELECT array_agg(ctid || ':' || xmin ORDER BY ctid) FROM slowhour.windows) AS windows,
        (SELECT array_agg(ctid || ':' || xmin ORDER BY ctid) FROM slowhour.minutes) AS minutes,
        (SELECT array_agg(ctid || ':' || xmin ORDER BY ctid) FROM slowhour.evidence) AS evidence,
        (SELECT array_agg(ctid || ':' || xmin ORDER BY ctid) FROM slowhour.notes) AS notes,
        (SELECT array_agg(ctid || ':' || xmin ORDER BY ctid) FROM slowhour.pool_minutes) AS pool\
      """;

  private Postgres database;

  @BeforeEach
  void makeDatabase() throws Exception {
    database = Postgres.migrated();
  }

  private WindowStore open() throws StoreException {
    try (StreamRun run =
        StreamRun.begin(
            database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty())) {
      return WindowStore.open(
          database.address(), run.id(), Windows.SEOUL, Set.of(), Patience.OF_STREAMING);
    }
  }

  private List<String> windows() {
    return database
        .rows(
            """
            SELECT concat_ws(' ', endpoint_id, to_char(window_start AT TIME ZONE 'Asia/Seoul', 'HH24'),
              state, revision, (SELECT count(*) FROM slowhour.minutes m WHERE
                (m.tenant_id, m.endpoint_id, m.window_start, m.requests)
                  = (w.tenant_id, w.endpoint_id, w.window_start, w.revision))) AS text
            FROM slowhour.windows w ORDER BY endpoint_id, window_start\
            """)
        .stream()
        .map(row -> row.get("text"))
        .toList();
  }

  private static WithdrawnWindow withdrawn(String endpoint, Instant hour) {
    return new WithdrawnWindow(new EndpointId("tenant", endpoint), hour);
  }

  private static List<Outcome> outcomes(List<WindowStore.Put> puts) {
    return puts.stream().map(WindowStore.Put::outcome).toList();
  }

  @Test
  void everyWindowOfABatchIsStoredWithTheMinutesThatHavePassed() throws Exception {
    try (WindowStore store = open()) {
      assertThat(
              outcomes(
                  store.put(
                      List.of(
                          Windows.of("b", ELEVEN, 4, WindowProgress.open(7)),
                          Windows.of("a", TEN, 3, WindowProgress.FINAL),
                          Windows.of("b", TEN, 2, WindowProgress.PROVISIONAL)))))
          .containsOnly(Outcome.STORED);
      assertThat(store.put(List.of())).isEmpty();
    }
    assertThat(windows())
        .containsExactly("a 10 final 3 60", "b 10 provisional 2 60", "b 11 open 4 7");
    assertThat(database.rows("SELECT DISTINCT run_id FROM slowhour.windows"))
        .containsExactly(Map.of("run_id", "1"));
    assertThat(
            database.rows(
                """
                SELECT count(*), min(revision), max(revision), state FROM slowhour.pool_minutes
                GROUP BY state ORDER BY state\
                """))
        .as("of the pool's windows of an hour the highest rank brings its minutes")
        .containsExactly(
            Map.of("count", "60", "min", "3", "max", "3", "state", "final"),
            Map.of("count", "7", "min", "4", "max", "4", "state", "open"));
  }

  @Test
  void ofSeveralJudgingsOfAWindowTheHighestIsStored() throws Exception {
    try (WindowStore store = open()) {
      List<WindowStore.Put> puts =
          store.put(
              List.of(
                  Windows.of("a", TEN, 5, WindowProgress.open(50)),
                  Windows.of("a", TEN, 3, WindowProgress.PROVISIONAL),
                  Windows.of("a", TEN, 2, WindowProgress.PROVISIONAL),
                  Windows.of("a", TEN, 9, WindowProgress.open(59))));

      assertThat(puts).hasSize(1);
      assertThat(puts.get(0).window().revision()).isEqualTo(3);
    }
    assertThat(windows()).containsExactly("a 10 provisional 3 60");
  }

  @Test
  void eachWindowOfABatchHasItsOutcome() throws Exception {
    JudgedWindow unchanged = Windows.of("c", TEN, 3, WindowProgress.open(30));
    try (WindowStore store = open()) {
      store.put(
          List.of(
              Windows.of("a", TEN, 3),
              Windows.of("b", TEN, 3),
              unchanged,
              Windows.of("d", TEN, 3, WindowProgress.PROVISIONAL)));

      List<WindowStore.Put> puts =
          store.put(
              List.of(
                  Windows.of("a", TEN, 4),
                  Windows.of("b", TEN, 3),
                  unchanged,
                  Windows.of("d", TEN, 9, WindowProgress.open(59)),
                  Windows.of("e", TEN, 1)));

      assertThat(puts)
          .extracting(put -> put.window().window().endpoint().endpointId() + " " + put.outcome())
          .containsExactlyInAnyOrder(
              "a REFUSED", "b LEFT_ALONE", "c UNCHANGED", "d LEFT_ALONE", "e STORED");
    }
    assertThat(windows())
        .containsExactly(
            "a 10 final 3 60",
            "b 10 final 3 60",
            "c 10 open 3 30",
            "d 10 provisional 3 60",
            "e 10 final 1 60");
  }

  @Test
  void whatAWriterHasStoredItDoesNotSendAgain() throws Exception {
    JudgedWindow open = Windows.of("a", TEN, 3, WindowProgress.open(30));
    JudgedWindow provisional = Windows.of("b", TEN, 3, WindowProgress.PROVISIONAL);
    try (WindowStore store = open()) {
      store.put(List.of(open, provisional));
      List<Map<String, String>> before = database.rows(VERSIONS);

      assertThat(outcomes(store.put(List.of(provisional, open)))).containsOnly(Outcome.UNCHANGED);
      assertThat(database.rows(VERSIONS)).isEqualTo(before);

      assertThat(store.put(Windows.of("a", TEN, 3, WindowProgress.open(31))))
          .as("a minute more")
          .isEqualTo(Outcome.STORED);
      assertThat(store.put(Windows.of("b", TEN, 3))).as("final").isEqualTo(Outcome.STORED);
    }
    try (WindowStore another = open()) {
      assertThat(another.put(Windows.of("a", TEN, 3, WindowProgress.open(31))))
          .as("by one that does not know")
          .isEqualTo(Outcome.STORED);
    }
    assertThat(windows()).containsExactly("a 10 open 3 31", "b 10 final 3 60");
  }

  @Test
  void aReplayOfFinalWindowsWritesNothing() throws Exception {
    List<JudgedWindow> all =
        List.of(Windows.of("a", TEN, 3), Windows.of("b", TEN, 3), Windows.of("a", ELEVEN, 3));
    try (WindowStore store = open()) {
      store.put(all);
    }
    List<Map<String, String>> before = database.rows(VERSIONS);
    try (WindowStore store = open()) {
      assertThat(
              outcomes(
                  store.put(
                      List.of(
                          Windows.of("a", TEN, 1, WindowProgress.open(9)),
                          Windows.of("b", TEN, 3, WindowProgress.PROVISIONAL)))))
          .containsOnly(Outcome.LEFT_ALONE);
      assertThat(outcomes(store.put(all))).containsOnly(Outcome.LEFT_ALONE);
    }
    assertThat(database.rows(VERSIONS)).isEqualTo(before);
  }

  @Test
  void aFirstOfItsStateIsToldApart() throws Exception {
    try (WindowStore store = open()) {
      List<Boolean> isNewState = new ArrayList<>();
      for (JudgedWindow judged :
          List.of(
              Windows.of("a", TEN, 1, WindowProgress.open(9)),
              Windows.of("a", TEN, 2, WindowProgress.open(10)),
              Windows.of("a", TEN, 3, WindowProgress.PROVISIONAL),
              Windows.of("a", TEN, 4, WindowProgress.PROVISIONAL),
              Windows.of("a", TEN, 4),
              Windows.of("a", TEN, 4))) {
        isNewState.add(store.put(List.of(judged)).get(0).isNewState());
      }

      assertThat(isNewState).containsExactly(true, false, true, false, true, false);
    }
  }

  @Test
  void aWithdrawnWindowGoesWithAllThatBelongsToItUnlessItIsFinal() throws Exception {
    JudgedWindow again = Windows.of("b", TEN, 3, WindowProgress.PROVISIONAL);
    try (WindowStore store = open()) {
      store.put(
          List.of(
              Windows.of("a", TEN, 3),
              again,
              Windows.of("b", ELEVEN, 3, WindowProgress.open(5)),
              Windows.of("c", TEN, 3, WindowProgress.open(5))));

      assertThat(
              store.withdraw(
                  List.of(
                      withdrawn("c", TEN),
                      withdrawn("a", TEN),
                      withdrawn("b", TEN),
                      withdrawn("b", TEN),
                      withdrawn("unknown", TEN))))
          .isEqualTo(2);
      assertThat(store.withdraw(List.of())).isZero();
      assertThat(windows()).containsExactly("a 10 final 3 60", "b 11 open 3 5");
      for (String part : List.of("minutes", "evidence", "notes")) {
        assertThat(
                database.count(
                    "SELECT count(*) FROM slowhour."
                        + part
                        + " p WHERE NOT EXISTS (SELECT FROM slowhour.windows w WHERE"
                        + " (w.tenant_id, w.endpoint_id, w.window_start)"
                        + " = (p.tenant_id, p.endpoint_id, p.window_start))"))
            .as(part)
            .isZero();
      }

      assertThat(store.put(again)).as("it is not there any more").isEqualTo(Outcome.STORED);
    }
  }

  @Test
  void writersOfTheSameWindowsWaitForEachOtherAndNeverInARing() throws Exception {
    int writers = 4;
    int revisions = 12;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    CyclicBarrier start = new CyclicBarrier(writers);
    List<Future<Void>> ends = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      Random random = new Random(writer);
      ends.add(
          threads.submit(
              () -> {
                try (WindowStore store = open()) {
                  start.await();
                  for (int revision = 1; revision <= revisions; revision++) {
                    List<JudgedWindow> batch = new ArrayList<>();
                    for (String endpoint : List.of("a", "b", "c", "d", "é", "z", "가")) {
                      batch.add(Windows.of(endpoint, TEN, revision, WindowProgress.PROVISIONAL));
                    }
                    Collections.shuffle(batch, random);
                    store.put(batch);
                    if (revision % 4 == 0) {
                      store.withdraw(List.of(withdrawn("가", TEN), withdrawn("b", TEN)));
                    }
                  }
                  store.put(List.of(Windows.of("가", TEN, 99), Windows.of("b", TEN, 99)));
                }
                return null;
              }));
    }
    for (Future<Void> end : ends) {
      end.get(120, TimeUnit.SECONDS);
    }
    threads.shutdown();

    assertThat(windows())
        .containsExactly(
            "a 10 provisional 12 60",
            "b 10 final 99 60",
            "c 10 provisional 12 60",
            "d 10 provisional 12 60",
            "z 10 provisional 12 60",
            "é 10 provisional 12 60",
            "가 10 final 99 60");
    // The statistics of a session are there once it has ended, which all of them have.
    assertThat(
            database.count(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
        .isZero();
  }

  @Test
  void aStoreThatDoesNotComeBackIsToldOfOnceItsPatienceIsOver() {
    String role = "writer_of_" + database.name();
    database.execute(
        "CREATE ROLE %1$s LOGIN; ALTER DATABASE %2$s CONNECTION LIMIT 0"
            .formatted(role, database.name()));

    assertThatThrownBy(
            () ->
                WindowStore.open(
                    database.addressOf(role),
                    1,
                    Windows.SEOUL,
                    Set.of(),
                    new Patience(Duration.ofMillis(600))))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "Postgres at "
                + database.display()
                + ": too many connections for database \""
                + database.name()
                + "\"");
  }
}
