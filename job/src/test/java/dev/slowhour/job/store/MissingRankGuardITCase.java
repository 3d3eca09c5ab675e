package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Postgres;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A test of the tests: a store whose rows give way to any other ends with wrong rows when a job
 * begins anew from an older state, and the real one does not.
 */
class MissingRankGuardITCase {

  private static final int HOURS = 3;
  private static final Instant FIRST = Windows.TEN;

  /** What stands there in the end: everything but who wrote it and when. */
  private static final String ROWS =
      """
      SELECT w.endpoint_id, w.window_start, w.state, w.revision, w.request_count,
        (SELECT sum(m.requests) FROM slowhour.minutes m WHERE
          (m.tenant_id, m.endpoint_id, m.window_start)
            = (w.tenant_id, w.endpoint_id, w.window_start)) AS minute_requests
      FROM slowhour.windows w ORDER BY endpoint_id, window_start\
      """;

  /** How an endpoint's hours go by: each is judged anew with more rows, and is final in the end. */
  private static List<JudgedWindow> asTheyCome() {
    List<JudgedWindow> windows = new ArrayList<>();
    for (int hour = 0; hour < HOURS; hour++) {
      Instant start = FIRST.plus(Duration.ofHours(hour));
      windows.add(Windows.of("e", start, 2, WindowProgress.open(20)));
      windows.add(Windows.of("e", start, 4, WindowProgress.open(40)));
      windows.add(Windows.of("e", start, 6, WindowProgress.PROVISIONAL));
      windows.add(Windows.of("e", start, 7, WindowProgress.FINAL));
    }
    return windows;
  }

  /** The rows after a job that stored all, and one from an older state that got only so far. */
  private static List<Map<String, String>> afterReplay(
      WindowUpsert.Guard guard, List<JudgedWindow> replayed) throws Exception {
    Postgres database = Postgres.migrated();
    for (List<JudgedWindow> attempt : List.of(asTheyCome(), replayed)) {
      try (StreamRun run =
              StreamRun.begin(
                  database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty());
          WindowStore store =
              new WindowStore(
                  StreamRun.session(database.address(), run.id(), Patience.OF_STREAMING),
                  run.id(),
                  Windows.SEOUL,
                  Set.of(),
                  guard)) {
        for (JudgedWindow window : attempt) {
          store.put(window);
        }
      }
    }
    return database.rows(ROWS);
  }

  private static List<Map<String, String>> undisturbed() throws Exception {
    List<Map<String, String>> rows = afterReplay(WindowUpsert.Guard.RANK_AND_NOT_FINAL, List.of());
    assertThat(rows).hasSize(HOURS).allMatch(row -> row.get("state").equals("final"));
    return rows;
  }

  @Test
  void aReplayThatEndsHalfWayTakesNothingBackUnlessTheGuardIsMissing() throws Exception {
    List<Map<String, String>> expected = undisturbed();
    List<JudgedWindow> all = asTheyCome();
    for (int until = 1; until <= all.size(); until += 3) {
      List<JudgedWindow> replayed = all.subList(0, until);

      assertThat(afterReplay(WindowUpsert.Guard.RANK_AND_NOT_FINAL, replayed))
          .as("%d of %d judgings come again", until, all.size())
          .isEqualTo(expected);
    }
    assertThat(afterReplay(WindowUpsert.Guard.NONE, all.subList(0, 6))).isNotEqualTo(expected);
  }

  @Test
  void aFinalRowThatRestsOnLessIsRefusedUnlessTheGuardIsMissing() throws Exception {
    List<Map<String, String>> expected = undisturbed();
    List<JudgedWindow> less = List.of(Windows.of("e", FIRST, 5, WindowProgress.FINAL));

    assertThat(afterReplay(WindowUpsert.Guard.RANK_AND_NOT_FINAL, less)).isEqualTo(expected);
    assertThat(afterReplay(WindowUpsert.Guard.NONE, less)).isNotEqualTo(expected);
  }

  @Test
  void aFinalRowThatRestsOnMoreIsRefusedTooAndOnlyTheRankAloneWouldLetItIn() throws Exception {
    List<Map<String, String>> expected = undisturbed();
    List<JudgedWindow> more = List.of(Windows.of("e", FIRST, 9, WindowProgress.FINAL));

    assertThat(afterReplay(WindowUpsert.Guard.RANK_AND_NOT_FINAL, more)).isEqualTo(expected);
    assertThat(afterReplay(WindowUpsert.Guard.RANK, more)).isNotEqualTo(expected);
  }
}
