package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InputException;
import dev.slowhour.core.read.InputFiles;
import dev.slowhour.core.testing.Day;
import dev.slowhour.core.testing.DayFiles;
import dev.slowhour.core.testing.InMemoryOutput;
import dev.slowhour.core.testing.RandomDays;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the judge writes recounts: its figures, its evidence, its minutes, its sentences. */
class RealOutputTest {

  private static final int DAYS = Integer.getInteger("slowhour.audit-days", 150);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void theOutputOfAWorkedInputPassesAllFifteenChecks(AuditFixture fixture) throws Exception {
    AuditReport report = audit(fixture.input(), JudgeSettings.defaults());

    assertThat(report.checks()).hasSize(15).allSatisfy(RealOutputTest::assertPassed);
    assertThat(report.windows()).isPositive();
  }

  static LongStream seeds() {
    Long seed = Long.getLong("slowhour.audit-seed");
    return seed != null
        ? LongStream.of(seed)
        : new SplittableRandom().longs().filter(RealOutputTest::asksForHours).limit(DAYS);
  }

  /** Judging no hour at all is refused. */
  private static boolean asksForHours(long seed) {
    Day day = RandomDays.of(seed);
    return day.from().isEmpty() || !day.from().equals(day.to());
  }

  @ParameterizedTest(name = "-Dslowhour.audit-seed={0}")
  @MethodSource("seeds")
  void theOutputOfARandomDayPassesAllFifteenChecks(long seed) throws Exception {
    Day day = RandomDays.of(seed);
    DayFiles.write(day, folder);
    JudgeSettings settings =
        new JudgeSettings(
            day.zone().getId(), day.bound(), day.from().orElse(null), day.to().orElse(null));

    AuditReport report = audit(InputFiles.find(List.of(folder.toString())), settings);

    assertThat(report.checks()).allSatisfy(RealOutputTest::assertPassed);
  }

  private AuditReport audit(InputFiles files, JudgeSettings settings)
      throws InputException, IOException {
    InMemoryOutput.write(files, settings, folder);
    return Audit.run(
        files, folder.resolve("verdicts.json"), folder.resolve("minutes.jsonl"), settings);
  }

  private static void assertPassed(CheckResult check) {
    assertThat(check.failures()).as("check " + check.number() + ": " + check.title()).isEmpty();
  }
}
