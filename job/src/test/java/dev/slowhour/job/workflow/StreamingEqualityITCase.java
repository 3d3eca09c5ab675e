package dev.slowhour.job.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.testing.Day;
import dev.slowhour.core.testing.DayFiles;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.testing.JudgedDay;
import dev.slowhour.core.testing.RandomDays;
import dev.slowhour.job.batch.Judging;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The workflow in STREAMING against the same in BATCH (which other tests hold against the
 * brute-force judge): {heap, RocksDB} × parallelism {1, 2, 3} × orders within D, on the worked
 * inputs and on random days. New orders and new days every run: a failure names its seed.
 */
class StreamingEqualityITCase {

  private static final Duration DISORDER = Duration.ofSeconds(60);

  /** Nothing falls silent while a test runs: only what was read moves stream time. */
  private static final Duration SILENCE = Duration.ofHours(1);

  private static final int TELL_EVERY_LINES = 64;
  private static final int RANDOM_DAYS = Integer.getInteger("slowhour.streamed-days", 12);

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(3);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Fixture.class)
  void aWorkedInputComesOutAsInBatch(Fixture fixture) throws Exception {
    Path input = folder.resolve("in");
    fixture.copyTo(input);
    assertStreamedAsInBatch(
        input, JudgeSettings.defaults(), new SplittableRandom().nextLong(), ALL);
  }

  static LongStream seeds() {
    Long seed = Long.getLong("slowhour.streamed-seed");
    return seed != null
        ? LongStream.of(seed)
        : new SplittableRandom()
            .longs()
            .filter(StreamingEqualityITCase::asksForHours)
            .limit(RANDOM_DAYS);
  }

  /** The job refuses to judge no hour at all. */
  private static boolean asksForHours(long seed) {
    Day day = RandomDays.of(seed);
    return day.from().isEmpty() || !day.from().equals(day.to());
  }

  @ParameterizedTest(name = "-Dslowhour.streamed-seed={0}")
  @MethodSource("seeds")
  void aRandomDayComesOutAsInBatch(long seed) throws Exception {
    Day day = RandomDays.of(seed);
    Path input = folder.resolve("in");
    DayFiles.write(day, input);
    assertStreamedAsInBatch(
        input,
        new JudgeSettings(
            day.zone().getId(), day.bound(), day.from().orElse(null), day.to().orElse(null)),
        seed,
        // One backend and parallelism each: there are many days.
        List.of(ALL.get(Math.floorMod(seed, ALL.size()))));
  }

  /** How the streaming job runs. */
  private record Setup(String backend, int parallelism) {}

  private static final List<Setup> ALL =
      List.of(
          new Setup("hashmap", 1),
          new Setup("hashmap", 2),
          new Setup("hashmap", 3),
          new Setup("rocksdb", 1),
          new Setup("rocksdb", 2),
          new Setup("rocksdb", 3));

  private void assertStreamedAsInBatch(
      Path input, JudgeSettings settings, long seed, List<Setup> setups) throws Exception {
    Path batch = folder.resolve("batch");
    JudgedDay inBatch = Judging.judge(input, batch, settings, 2);
    Random random = new Random(seed);
    for (Setup setup : setups) {
      StreamedDay day = StreamedDay.read(input, settings, DISORDER, random);
      TimeSettings time =
          new TimeSettings(DISORDER, SILENCE, TimeSettings.DEFAULT_REFRESH, day.partitions());

      StreamedOutput streamed =
          StreamedOutput.of(
              day,
              settings,
              time,
              new JudgeWorkflow.Functions(
                  new EndpointHours(settings, time),
                  new PoolHours(settings, true),
                  TELL_EVERY_LINES),
              setup.backend(),
              setup.parallelism());

      String run = "seed " + seed + ", " + setup;
      assertThat(streamed.verdicts(settings)).as(run).isEqualTo(rows(batch, "verdicts.json"));
      assertThat(streamed.minutes(settings)).as(run).isEqualTo(rows(batch, "minutes.jsonl"));
      assertThat(noticed(streamed, input)).as(run).isEqualTo(noticed(inBatch));
    }
  }

  private static List<String> rows(Path folder, String file) throws Exception {
    try (Stream<String> lines = Files.lines(folder.resolve(file))) {
      return lines
          .filter(line -> line.startsWith("{"))
          .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
          .toList();
    }
  }

  private static List<String> noticed(StreamedOutput streamed, Path input) throws Exception {
    InputFiles files = InputFiles.find(List.of(input.toString()));
    return streamed.notices().stream().map(notice -> noticed(notice, files)).sorted().toList();
  }

  private static String noticed(Notice notice, InputFiles files) {
    return notice.table().tableName()
        + " "
        + files.of(notice.table()).get(notice.place().source()).name()
        + " "
        + notice.place().line()
        + " "
        + notice.code().code()
        + " "
        + notice.tenantId();
  }

  private static List<String> noticed(JudgedDay inBatch) {
    return inBatch.notices().stream()
        .map(
            (Map<String, Object> row) ->
                row.get("table")
                    + " "
                    + row.get("file")
                    + " "
                    + row.get("line")
                    + " "
                    + row.get("code")
                    + " "
                    + Optional.ofNullable(row.get("tenant_id")))
        .sorted()
        .toList();
  }
}
