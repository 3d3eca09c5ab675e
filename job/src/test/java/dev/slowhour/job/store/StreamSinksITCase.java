package dev.slowhour.job.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.judge.JudgedWindow;
import dev.slowhour.core.judge.WindowProgress;
import dev.slowhour.job.testing.Contracts;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.workflow.WithdrawnWindow;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sinks in a job that fails, and whose store fails. */
class StreamSinksITCase {

  private static final int STEPS = 2_520;
  private static final int ENDPOINTS = 7;
  private static final int STATES = 4;

  private static final Optional<Duration> EVERY_MOMENT = Optional.of(Duration.ofMillis(200));

  /** Everything that is stored but who wrote it and when. */
  private static final List<String> ROWS =
      List.of(
          "SELECT (to_jsonb(r) - '{run_id,judged_at,writing}'::text[])::text AS row FROM"
              + " slowhour.windows r ORDER BY tenant_id, endpoint_id, window_start",
          "SELECT md5(string_agg(r::text, ' ' ORDER BY r)) AS row FROM slowhour.minutes r",
          "SELECT md5(string_agg(r::text, ' ' ORDER BY r)) AS row FROM slowhour.evidence r",
          "SELECT md5(string_agg(r::text, ' ' ORDER BY r)) AS row FROM slowhour.notes r",
          "SELECT (to_jsonb(r) - 'run_id')::text AS row FROM slowhour.pool_minutes r ORDER BY"
              + " minute",
          "SELECT (to_jsonb(r) - '{notice_id,run_id,noticed_at}'::text[])::text AS row FROM"
              + " slowhour.notices r ORDER BY line",
          "SELECT (to_jsonb(r) - 'run_id')::text AS row FROM slowhour.contracts r"
              + " ORDER BY valid_from");

  @TempDir private Path folder;

  @BeforeEach
  void forgetAttempts() {
    FailingSteps.reset();
  }

  // What the job hands to its sinks, step by step.

  /** Every endpoint is judged four times an hour, in each state and, while open, twice. */
  private static JudgedWindow judged(long step) {
    int state = (int) (step / ENDPOINTS % STATES);
    Instant hour = Windows.TEN.plus(Duration.ofHours(step / ENDPOINTS / STATES));
    return Windows.of(
        "e" + step % ENDPOINTS,
        hour,
        state + 1,
        switch (state) {
          case 0 -> WindowProgress.open(20);
          case 1 -> WindowProgress.open(40);
          case 2 -> WindowProgress.PROVISIONAL;
          default -> WindowProgress.FINAL;
        });
  }

  /** A window that loses its contract. */
  private static JudgedWindow doomed(long step) {
    return Windows.of("doomed", Windows.TEN, (int) step + 1, WindowProgress.PROVISIONAL);
  }

  private static Notice notice(long step) {
    return new Notice(
        Table.REQUEST_LOGS,
        new Place(0, step),
        NoticeCode.MALFORMED_JSON,
        List.of(),
        null,
        null,
        Windows.TEN,
        "{");
  }

  private static ContractChange contract(long step) {
    Instant from = Windows.TEN.plus(Duration.ofDays(step % 3));
    return step % 3 == 2 && step > STEPS / 2
        ? ContractChange.removed(Contracts.of("t", "e", 1).endpoint(), from)
        : ContractChange.put(Contracts.from(from, "t", "e", 800 + step));
  }

  private StreamExecutionEnvironment environment(Optional<Duration> checkpoints) {
    Configuration configuration = new Configuration();
    configuration.set(CoreOptions.TMP_DIRS, folder.toString());
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1_000);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
    checkpoints.ifPresent(
        interval -> configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval));
    return StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
  }

  /** Submits a job over the steps. */
  private JobClient submit(
      Postgres database,
      long steps,
      int failures,
      Patience patience,
      Optional<Duration> checkpoints)
      throws Exception {
    StreamExecutionEnvironment environment = environment(checkpoints);
    DataStream<Long> passed =
        environment
            .fromSequence(0, steps - 1)
            .setParallelism(1)
            .name("steps")
            .uid("steps")
            .map(new FailingSteps(failures))
            .setParallelism(1)
            .name("failing steps")
            .uid("failing-steps");
    try (StreamRun run =
        StreamRun.begin(
            database.address(), "test", JudgeSettings.defaults(), "[]", Optional.empty())) {
      StreamSinks sinks =
          new StreamSinks(database.address(), run.id(), JudgeSettings.defaults(), patience);
      sinks.windows(
          passed
              .<JudgedWindow>flatMap(
                  (step, out) -> {
                    out.collect(judged(step));
                    if (step % 100 == 0) {
                      out.collect(doomed(step));
                    }
                  })
              .setParallelism(1)
              .returns(JudgedWindow.class)
              .name("windows")
              .uid("windows"),
          passed
              .filter(step -> step == 150)
              .setParallelism(1)
              .name("withdrawals")
              .uid("withdrawals")
              .map(
                  step -> new WithdrawnWindow(doomed(step).window().endpoint(), Windows.TEN),
                  TypeInformation.of(WithdrawnWindow.class))
              .setParallelism(1)
              .name("withdrawn")
              .uid("withdrawn"),
          Set.of());
      sinks.notices(
          passed
              .map(StreamSinksITCase::notice, TypeInformation.of(Notice.class))
              .setParallelism(1)
              .name("notices")
              .uid("notices"),
          new TopicNames(Map.of(Table.REQUEST_LOGS, "request-logs")));
      sinks.contracts(
          passed
              .map(StreamSinksITCase::contract, TypeInformation.of(ContractChange.class))
              .setParallelism(1)
              .name("contracts")
              .uid("contracts"));
      return environment.executeAsync("sinks");
    }
  }

  private static void await(JobClient job) throws Exception {
    end(job).get(180, TimeUnit.SECONDS);
  }

  private static CompletableFuture<JobExecutionResult> end(JobClient job) {
    return job.getJobExecutionResult();
  }

  private static List<List<Map<String, String>>> rows(Postgres database) {
    List<List<Map<String, String>>> rows = new ArrayList<>();
    ROWS.forEach(query -> rows.add(database.rows(query)));
    return rows;
  }

  /** What a job leaves that nothing happened to. */
  private List<List<Map<String, String>>> undisturbed() throws Exception {
    Postgres database = Postgres.migrated();
    await(submit(database, STEPS, 0, Patience.OF_STREAMING, EVERY_MOMENT));
    List<List<Map<String, String>>> rows = rows(database);
    assertThat(FailingSteps.attempts()).isEqualTo(1);
    FailingSteps.reset();
    return rows;
  }

  @Test
  void aJobThatFailsAgainAndAgainWhileItsConnectionsAreCutLeavesTheSameRows() throws Exception {
    List<List<Map<String, String>>> expected = undisturbed();
    Postgres database = Postgres.migrated();

    JobClient job = submit(database, STEPS, 4, Patience.OF_STREAMING, EVERY_MOMENT);
    int cuts = 0;
    CompletableFuture<JobExecutionResult> end = end(job);
    while (!end.isDone()) {
      Thread.sleep(300);
      database.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
              + " 'slowhour' AND datname = current_database()");
      cuts++;
    }
    end.get();

    assertThat(FailingSteps.attempts()).as("attempts").isEqualTo(5);
    assertThat(cuts).isPositive();
    assertThat(rows(database)).isEqualTo(expected);
    assertThat(expected.get(0))
        .hasSize(STEPS / STATES)
        .noneMatch(row -> row.toString().contains("doomed"));
    assertThat(database.rowsOf("notices")).isEqualTo(1_001);
    assertThat(database.count("SELECT sum(line_count) FROM slowhour.notices")).isEqualTo(STEPS);
    assertThat(database.rowsOf("contracts")).isEqualTo(2);
  }

  @Test
  void aStoreThatIsGoneForLongerThanItsPatienceMakesTheJobRestartAndNothingIsLost()
      throws Exception {
    List<List<Map<String, String>>> expected = undisturbed();
    int attempts = goneFor(new Patience(Duration.ofMillis(100)), expected);

    assertThat(attempts).isGreaterThan(1);
  }

  @Test
  void aStoreThatComesBackBeforeThatOnlyMakesTheJobWait() throws Exception {
    List<List<Map<String, String>>> expected = undisturbed();
    int attempts = goneFor(Patience.OF_STREAMING, expected);

    assertThat(attempts).isEqualTo(1);
  }

  private int goneFor(Patience patience, List<List<Map<String, String>>> expected)
      throws Exception {
    Path data = folder.resolve("server");
    int port = freePort();
    EmbeddedPostgres before = Postgres.start(data, port);
    Postgres database = Postgres.empty(before);
    Schema.migrate(database.address());
    JobClient job = submit(database, STEPS, 0, patience, EVERY_MOMENT);
    while (database.rowsOf("windows") < 20) {
      Thread.sleep(1);
    }
    before.close();
    // Until it has failed for want of the store; where it is patient, it just waits.
    long until = System.nanoTime() + Duration.ofSeconds(3).toNanos();
    while (FailingSteps.attempts() == 1 && System.nanoTime() < until) {
      Thread.sleep(10);
    }
    try (EmbeddedPostgres after = Postgres.start(data, port)) {
      await(job);
      assertThat(rows(Postgres.in(after, database.name()))).isEqualTo(expected);
    }
    return FailingSteps.attempts();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void rowsStandInTheStoreWithoutAnyCheckpoint() throws Exception {
    Postgres database = Postgres.migrated();
    JobClient job = submit(database, Long.MAX_VALUE, 0, Patience.OF_STREAMING, Optional.empty());
    try {
      while (database.rowsOf("windows") < 20
          || database.rowsOf("notices") < 20
          || database.rowsOf("contracts") < 3) {
        assertThat(end(job).isDone()).isFalse();
        Thread.sleep(10);
      }
    } finally {
      job.cancel().get(60, TimeUnit.SECONDS);
    }
  }
}
