package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Postgres;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of a window that is refreshed only the rows are written that have changed. */
class WindowChangesITCase {

  private Postgres database;
  private StreamRun run;
  private WindowStore store;

  @BeforeEach
  void openStore() throws Exception {
    database = Postgres.migrated();
    run =
        StreamRun.begin(
            database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty());
    store = open();
  }

  private WindowStore open() throws StoreException {
    return WindowStore.open(
        database.address(), run.id(), Windows.SEOUL, Set.of(), Patience.OF_STREAMING);
  }

  @AfterEach
  void closeStore() {
    store.close();
    run.close();
  }

  private static WindowStore.Put put(WindowStore to, int revision, WindowProgress progress)
      throws StoreException {
    return to.put(List.of(Windows.of("e", Windows.TEN, revision, progress))).get(0);
  }

  private Set<Map<String, String>> versionsOf(String table) {
    return new HashSet<>(database.rows("SELECT ctid, xmin FROM slowhour." + table));
  }

  /** How many minutes are stored, and how many of them are of that revision. */
  private List<Long> minutes(int revision) {
    return List.of(
        database.rowsOf("minutes"),
        database.count("SELECT count(*) FROM slowhour.minutes WHERE requests = " + revision));
  }

  @Test
  void rowsThatAreAsTheyWereStayWhereTheyAre() throws Exception {
    put(store, 3, WindowProgress.open(30));
    Set<Map<String, String>> minutes = versionsOf("minutes");
    Set<Map<String, String>> evidence = versionsOf("evidence");
    assertThat(minutes).hasSize(30);

    assertThat(put(store, 3, WindowProgress.open(32)).rows())
        .as("the window and two minutes")
        .isEqualTo(3);

    assertThat(versionsOf("minutes")).hasSize(32).containsAll(minutes);
    assertThat(versionsOf("evidence")).isEqualTo(evidence);
    assertThat(minutes(3)).containsExactly(32L, 32L);
  }

  @Test
  void rowsThatHaveChangedAreReplacedAndThoseThatAreNoMoreGo() throws Exception {
    put(store, 3, WindowProgress.open(30));
    put(store, 4, WindowProgress.open(31));
    assertThat(minutes(4)).containsExactly(31L, 31L);

    put(store, 4, WindowProgress.open(25));
    assertThat(minutes(4)).containsExactly(25L, 25L);

    put(store, 5, WindowProgress.PROVISIONAL);
    assertThat(minutes(5)).containsExactly(60L, 60L);
    assertThat(
            database.count("SELECT value_number FROM slowhour.evidence ORDER BY position LIMIT 1"))
        .as("n, of 60 minutes")
        .isEqualTo(300);
  }

  @Test
  void aFinalWindowIsWrittenAsAWhole() throws Exception {
    put(store, 3, WindowProgress.PROVISIONAL);
    Set<Map<String, String>> minutes = versionsOf("minutes");

    assertThat(put(store, 3, WindowProgress.FINAL).rows()).isGreaterThan(60);

    assertThat(versionsOf("minutes")).hasSize(60).doesNotContainAnyElementsOf(minutes);
  }

  @Test
  void whatAnotherHasWrittenSinceIsReplacedAsAWhole() throws Exception {
    put(store, 3, WindowProgress.open(30));
    try (WindowStore another = open()) {
      put(another, 3, WindowProgress.open(20));
    }
    assertThat(minutes(3)).containsExactly(20L, 20L);

    put(store, 3, WindowProgress.open(31));

    assertThat(minutes(3)).containsExactly(31L, 31L);
  }

  @Test
  void whatAnotherHasWrittenAfterItWasDeletedIsReplacedAsAWhole() throws Exception {
    put(store, 3, WindowProgress.open(30));
    database.execute("DELETE FROM slowhour.windows");
    try (WindowStore another = open()) {
      put(another, 3, WindowProgress.open(20));
    }

    put(store, 3, WindowProgress.open(31));

    assertThat(minutes(3)).containsExactly(31L, 31L);
  }

  @Test
  void whatWasDeletedIsWrittenAsAWholeOnceAnythingOfItChanges() throws Exception {
    put(store, 3, WindowProgress.open(30));
    database.execute("DELETE FROM slowhour.windows");

    put(store, 3, WindowProgress.open(31));

    assertThat(minutes(3)).containsExactly(31L, 31L);
  }
}
