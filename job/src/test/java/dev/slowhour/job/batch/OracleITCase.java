package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.audit.Audit;
import dev.slowhour.core.audit.AuditReport;
import dev.slowhour.core.audit.CheckResult;
import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.testing.BruteForceJudge;
import dev.slowhour.core.testing.Day;
import dev.slowhour.core.testing.DayFiles;
import dev.slowhour.core.testing.JudgedDay;
import dev.slowhour.core.testing.RandomDays;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The job against a brute-force judge on random days full of edges, at parallelism 1, 2 and 3. New
 * days every run: a failure names its seed.
 */
class OracleITCase {

  private static final int DAYS = Integer.getInteger("slowhour.oracle-days", 40);

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(3);

  @TempDir private Path folder;

  static LongStream seeds() {
    Long seed = Long.getLong("slowhour.oracle-seed");
    return seed != null
        ? LongStream.of(seed)
        : new SplittableRandom().longs().filter(OracleITCase::asksForHours).limit(DAYS);
  }

  /** The job refuses to judge no hour at all; the oracle does not mind. */
  private static boolean asksForHours(long seed) {
    Day day = RandomDays.of(seed);
    return day.from().isEmpty() || !day.from().equals(day.to());
  }

  @ParameterizedTest(name = "-Dslowhour.oracle-seed={0}")
  @MethodSource("seeds")
  void aRandomDayIsJudgedAsByBruteForceAtAnyParallelism(long seed) throws Exception {
    Day day = RandomDays.of(seed);
    Path input = folder.resolve("in");
    DayFiles.write(day, input);
    JudgedDay expected = BruteForceJudge.judge(day);
    JudgeSettings settings =
        new JudgeSettings(
            day.zone().getId(), day.bound(), day.from().orElse(null), day.to().orElse(null));

    for (int parallelism = 1; parallelism <= 3; parallelism++) {
      JudgedDay judged =
          Judging.judge(input, folder.resolve("out-" + parallelism), settings, parallelism);

      assertThat(judged.verdicts()).containsExactlyElementsOf(expected.verdicts());
      assertThat(judged.minutes()).containsExactlyElementsOf(expected.minutes());
      assertThat(judged.notices()).containsExactlyElementsOf(expected.notices());
    }
    assertRecounts(input, folder.resolve("out-3"), settings);
  }

  /** Every item of evidence and every figure, by the audit, which shares nothing with the judge. */
  private static void assertRecounts(Path input, Path output, JudgeSettings settings)
      throws Exception {
    AuditReport report =
        Audit.run(
            InputFiles.find(List.of(input.toString())),
            output.resolve("verdicts.json"),
            output.resolve("minutes.jsonl"),
            settings);

    assertThat(report.checks()).flatExtracting(CheckResult::failures).isEmpty();
  }
}
