package dev.slowhour.job.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.testing.BruteForceJudge;
import dev.slowhour.core.testing.DayFiles;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.testing.JudgedDay;
import dev.slowhour.job.batch.Judging;
import dev.slowhour.job.config.StreamConfig;
import dev.slowhour.job.kafka.KafkaSettings;
import dev.slowhour.job.testing.Postgres;
import dev.slowhour.job.testing.ProducedDay;
import dev.slowhour.job.testing.StoredRows;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.checkpoint.FailedCheckpointStats;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A produced day, the topics that it is sent into, the store that the streaming job writes it to,
 * and what has to stand there in the end: what a batch run makes of the same lines.
 */
final class StreamedIntoStore {

  static final Duration DISORDER = Duration.ofSeconds(60);

  /** A test's partitions are never silent: only rows move stream time, however long faults take. */
  static final Duration SILENCE = Duration.ofHours(1);

  /** How long rows may take to stand in the store, faults included. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ProducedDay day;
  private final KafkaSettings kafka;
  private final Postgres database;
  private final Path folder;
  private final Path judged;
  private final JudgedDay expected;
  private Instant clock;

  private StreamedIntoStore(
      ProducedDay day,
      KafkaSettings kafka,
      Postgres database,
      Path folder,
      Path judged,
      JudgedDay expected) {
    this.day = day;
    this.kafka = kafka;
    this.database = database;
    this.folder = folder;
    this.judged = judged;
    this.expected = expected;
    clock = day.end(DISORDER);
  }

  /**
   * A worked input; what is expected of it is judged in BATCH, and that held against the
   * brute-force judge. Contracts and metrics are sent.
   *
   * @param folder for files
   */
  static StreamedIntoStore of(
      Fixture fixture, int partitions, KafkaSettings kafka, Postgres database, Path folder)
      throws Exception {
    return of(ProducedDay.of(fixture.day(), partitions), kafka, database, folder);
  }

  /** The same of any day. */
  static StreamedIntoStore of(ProducedDay day, KafkaSettings kafka, Postgres database, Path folder)
      throws Exception {
    day.sendContractsAndMetrics(kafka);
    return judged(day, kafka, database, folder);
  }

  /** The same without anything sent. */
  static StreamedIntoStore judged(
      ProducedDay day, KafkaSettings kafka, Postgres database, Path folder) throws Exception {
    Path input = folder.resolve("in");
    DayFiles.write(day.asFiles(), input);
    Path judged = folder.resolve("judged");
    JudgedDay expected = Judging.judge(input, judged, JudgeSettings.defaults(), 2);
    JudgedDay byBruteForce = BruteForceJudge.judge(day.asFiles());
    assertThat(expected.verdicts()).containsExactlyElementsOf(byBruteForce.verdicts());
    assertThat(expected.minutes()).containsExactlyElementsOf(byBruteForce.minutes());
    assertThat(expected.notices()).containsExactlyElementsOf(byBruteForce.notices());
    return new StreamedIntoStore(day, kafka, database, folder, judged, expected);
  }

  ProducedDay day() {
    return day;
  }

  Postgres database() {
    return database;
  }

  /** Sends a part of the requests: from one hundredth to another. */
  void send(int fromPercent, int toPercent) throws Exception {
    day.sendRequests(kafka, day.size() * fromPercent / 100, day.size() * toPercent / 100);
  }

  /** What the job is told. */
  StreamConfig config(int parallelism) {
    return config(parallelism, SILENCE);
  }

  /** The same with partitions that fall silent. */
  StreamConfig config(int parallelism, Duration silence) {
    return new StreamConfig(
        kafka,
        database.address(),
        JudgeSettings.defaults(),
        new StreamConfig.Time(DISORDER, silence, Duration.ofMinutes(1)),
        new StreamConfig.State(
            StreamConfig.Backend.ROCKSDB,
            folder.resolve("checkpoints").toString(),
            folder.resolve("savepoints").toString(),
            Duration.ofMillis(200)),
        null,
        null,
        parallelism);
  }

  /** Starts the job in the cluster of the test. It restarts some times, and then fails for good. */
  static RunningStream start(StreamConfig config, Optional<String> savepoint) throws Exception {
    Configuration configuration = StreamEnvironments.configuration(config, savepoint);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(300));
    return RunningStream.start(
        StreamExecutionEnvironment.getExecutionEnvironment(configuration),
        config,
        new RunningStream.Beginning(savepoint, Optional.empty(), Set.of()));
  }

  /** Waits until a checkpoint is complete that began after this call. */
  static void awaitCheckpoint(MiniCluster cluster, RunningStream running) throws Exception {
    await(
        "the job to run",
        running,
        () -> running.client().getJobStatus().get() == JobStatus.RUNNING);
    long before = checkpoints(cluster, running);
    // The next may have begun before the call.
    await("a checkpoint", running, () -> checkpoints(cluster, running) >= before + 2);
  }

  private static long checkpoints(MiniCluster cluster, RunningStream running) throws Exception {
    return cluster
        .getArchivedExecutionGraph(running.client().getJobID())
        .get()
        .getCheckpointStatsSnapshot()
        .getCounts()
        .getNumberOfCompletedCheckpoints();
  }

  /** Why the last of the checkpoints that failed did; empty when none has. */
  static Optional<String> whyCheckpointsFail(MiniCluster cluster, RunningStream running)
      throws Exception {
    return Optional.ofNullable(
            cluster
                .getArchivedExecutionGraph(running.client().getJobID())
                .get()
                .getCheckpointStatsSnapshot()
                .getHistory()
                .getLatestFailedCheckpoint())
        .map(FailedCheckpointStats::getFailureMessage);
  }

  /** How often tasks have begun anew, of the task that did so most often. */
  static int restarts(MiniCluster cluster, RunningStream running) throws Exception {
    int most = 0;
    for (AccessExecutionVertex vertex :
        cluster
            .getArchivedExecutionGraph(running.client().getJobID())
            .get()
            .getAllExecutionVertices()) {
      most = Math.max(most, vertex.getCurrentExecutionAttempt().getAttemptNumber());
    }
    return most;
  }

  /** Waits until so many windows are stored, of whatever state. */
  void awaitWindows(RunningStream running, int count) throws Exception {
    await(count + " windows", running, () -> database.rowsOf("windows") >= count);
  }

  /**
   * Moves stream time past the last hour until all windows are final, and asserts that they are
   * those of the batch run, with their minutes, evidence and notes, and that the notices are.
   */
  void assertEndsAsJudgedInBatch(RunningStream running) throws Exception {
    assertEndsAsJudgedInBatch(running, List.of());
  }

  /**
   * The same with notices that are not of the day.
   *
   * @param poison as {@code table partition line code tenant endpoint window_start}, the first line
   *     1
   */
  void assertEndsAsJudgedInBatch(RunningStream running, List<String> poison) throws Exception {
    List<String> notices =
        Stream.concat(expected.notices().stream().map(StreamedIntoStore::notice), poison.stream())
            .toList();
    assertWindowsEndAsJudgedInBatch(running);
    // A checkpoint writes what waits; and what is too much would have come by now, too.
    await("the notices", running, () -> database.rowsOf("notices") >= notices.size());
    assertThat(notices(database)).containsExactlyInAnyOrderElementsOf(notices);
  }

  /** The same of the windows alone. */
  void assertWindowsEndAsJudgedInBatch(RunningStream running) throws Exception {
    int windows = expected.verdicts().size();
    await(
        windows + " windows to be final",
        running,
        () -> {
          // Again and again: what a partition's last row said is forgotten when the job restarts.
          clock = clock.plusSeconds(1);
          day.sendClock(kafka, clock);
          return database.count("SELECT count(*) FROM slowhour.windows WHERE state = 'final'")
              >= windows;
        });
    assertThat(StoredRows.windowDifferences(database, judged)).isEmpty();
    assertThat(database.rowsOf("windows")).isEqualTo(windows);
    assertThat(database.count("SELECT count(*) FROM slowhour.windows WHERE state = 'final'"))
        .isEqualTo(windows);
  }

  private static String notice(Map<String, Object> row) {
    String file = String.valueOf(row.get("file"));
    String partition = file.startsWith("request_logs-") ? file.replaceAll("\\D", "") : "0";
    return String.join(
        " ",
        String.valueOf(row.get("table")),
        partition,
        String.valueOf(row.get("line")),
        String.valueOf(row.get("code")),
        String.valueOf(row.get("tenant_id")),
        String.valueOf(row.get("endpoint_id")),
        String.valueOf(row.get("window_start")));
  }

  /** Those of the store, told in the same way: an offset is 0 where a line is 1. */
  private static List<String> notices(Postgres database) {
    return database
        .rows(
            """
            SELECT concat_ws(' ', source_table, regexp_replace(file, '.*/', ''), line + 1, code,
              coalesce(tenant_id, 'null'), coalesce(endpoint_id, 'null'),
              coalesce(to_char(window_start AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD"T"HH24:MI')
                || '+09:00', 'null')) AS text FROM slowhour.notices
            """)
        .stream()
        .map(row -> row.get("text"))
        .toList();
  }

  /** Waits until a cancelled job is gone with all its tasks, and writes no file any more. */
  static void awaitEnd(RunningStream running) throws Exception {
    while (!running.client().getJobStatus().get().isGloballyTerminalState()) {
      Thread.sleep(50);
    }
  }

  /** A condition of a running job. */
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Waits for it; a job that has ended, and one that takes too long, fail the test. */
  static void await(String what, RunningStream running, Condition condition) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      assertThat(running.client().getJobStatus().get().isGloballyTerminalState())
          .as("the job has ended while the test waited for " + what)
          .isFalse();
      assertThat(System.nanoTime() < until).as("%s (expected: within %s)", what, PATIENCE).isTrue();
      Thread.sleep(200);
    }
  }
}
