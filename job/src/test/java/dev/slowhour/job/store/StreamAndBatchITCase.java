package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.batch.BatchRun;
import dev.slowhour.job.batch.LocalCluster;
import dev.slowhour.job.batch.Outputs;
import dev.slowhour.job.store.WindowStore.Outcome;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.InputFolder;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A streaming job and batch runs over the same hours. */
class StreamAndBatchITCase {

  private static final Instant TEN = Windows.TEN;
  private static final int HOURS = 12;

  @TempDir private Path folder;
  private Postgres database;
  private StreamRun run;
  private WindowStore store;

  @BeforeEach
  void openStore() throws Exception {
    database = Postgres.migrated();
    run =
        StreamRun.begin(
            database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty());
    store =
        WindowStore.open(
            database.address(), run.id(), Windows.SEOUL, Set.of(), Patience.OF_STREAMING);
  }

  @AfterEach
  void closeStore() {
    store.close();
    run.close();
  }

  /** A request an hour of the endpoint that the streaming job has judged too, and a bad line. */
  private Path input() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int hour = 0; hour < HOURS; hour++) {
      lines.add(
          Request.at(TEN.plus(Duration.ofHours(hour))).to("tenant", "e").id("r-" + hour).json());
    }
    lines.add(Request.at(TEN).to("tenant", "e").ttft(0).json());
    return InputFolder.in(folder, "in")
        .with("request_logs.jsonl", lines)
        .with("tenant_contracts.jsonl", Contracts.json(Contracts.of("tenant", "e", 800)))
        .path();
  }

  private void judge(Path input, boolean replaces) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(LocalCluster.batchConfiguration());
    environment.setParallelism(2);
    new BatchRun(
            List.of(input.toString()),
            new Outputs(Optional.empty(), Optional.of(database.address()), replaces),
            JudgeSettings.defaults())
        .run(environment, job -> {});
  }

  private static CountedNotice invalid(long offset, Instant hour) {
    return new CountedNotice(
        new Notice(
            Table.REQUEST_LOGS,
            new Place(0, offset),
            NoticeCode.INVALID_FIELD,
            List.of("ttft_ms"),
            "tenant",
            "e",
            hour,
            "{}"),
        offset + 1);
  }

  @Test
  void aBatchRunTakesAWindowWithItsNoticesAndTheStreamingJobLeavesThem() throws Exception {
    store.put(
        List.of(
            Windows.of("e", TEN, 1, WindowProgress.PROVISIONAL),
            Windows.of("other", TEN, 1, WindowProgress.PROVISIONAL)));
    try (NoticeStore notices =
        NoticeStore.open(
            database.address(),
            run.id(),
            new TopicNames(Map.of(Table.REQUEST_LOGS, "request-logs")),
            Patience.OF_STREAMING)) {
      notices.put(
          List.of(invalid(0, TEN), invalid(1, TEN), invalid(2, TEN.minus(Duration.ofHours(1)))));
    }

    judge(input(), false);

    assertThat(
            database.rows(
                "SELECT concat_ws(' ', file, line) AS place FROM slowhour.notices ORDER BY file"))
        .extracting(row -> row.get("place"))
        .containsExactly("request-logs/0 2", "request_logs.jsonl 13");
    List<Map<String, String>> judged =
        database.rows("SELECT * FROM slowhour.windows ORDER BY endpoint_id, window_start");
    assertThat(judged).hasSize(HOURS + 1);
    assertThat(judged.get(0)).containsEntry("state", "final").containsEntry("run_id", "2");
    assertThat(store.put(Windows.of("e", TEN, 99, WindowProgress.PROVISIONAL)))
        .isEqualTo(Outcome.LEFT_ALONE);
    assertThat(store.put(Windows.of("e", TEN, 99))).isEqualTo(Outcome.REFUSED);
    assertThat(database.rows("SELECT * FROM slowhour.windows ORDER BY endpoint_id, window_start"))
        .isEqualTo(judged);
  }

  @Test
  void bothMayWriteTheSameHoursAtOnce() throws Exception {
    Path input = input();
    AtomicBoolean goesOn = new AtomicBoolean(true);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<Integer> end =
        thread.submit(
            () -> {
              int revision = 0;
              while (goesOn.get()) {
                revision++;
                List<JudgedWindow> batch = new ArrayList<>();
                for (int hour = HOURS - 1; hour >= 0; hour--) {
                  for (String endpoint : List.of("z", "e", "a")) {
                    batch.add(
                        Windows.of(
                            endpoint,
                            TEN.plus(Duration.ofHours(hour)),
                            revision,
                            WindowProgress.PROVISIONAL));
                  }
                }
                store.put(batch);
              }
              return revision;
            });
    try {
      for (boolean replaces : List.of(false, false, true)) {
        judge(input, replaces);
      }
    } finally {
      goesOn.set(false);
    }
    assertThat(end.get(120, TimeUnit.SECONDS)).isPositive();
    thread.shutdown();

    assertThat(
            database.count(
                "SELECT count(*) FROM slowhour.windows w WHERE (SELECT count(*) FROM"
                    + " slowhour.minutes m WHERE (m.tenant_id, m.endpoint_id, m.window_start)"
                    + " = (w.tenant_id, w.endpoint_id, w.window_start)) <> 60"))
        .isZero();
    assertThat(
            database.rows(
                "SELECT DISTINCT state, run_id FROM slowhour.windows WHERE endpoint_id = 'e' AND"
                    + " window_start < '"
                    + TEN.plus(Duration.ofHours(HOURS - 2))
                    + "'"))
        .as("final, by the last batch run")
        .containsExactly(Map.of("state", "final", "run_id", "4"));
  }
}
