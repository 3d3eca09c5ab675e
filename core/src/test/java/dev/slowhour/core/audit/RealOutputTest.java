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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
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

  @Test
  void hoursThatTheZonesClockShowsInTheYearBeforeOrAfterPassAllFifteenChecks() throws Exception {
    String contract =
        "{\"tenant_id\":\"t\",\"tenant_name\":\"T\",\"endpoint_id\":\"e\",\"model\":\"m\","
            + "\"ttft_slo_ms\":1000,\"tpot_slo_ms\":100,\"max_concurrency\":2,"
            + "\"max_input_tokens\":100}";
    String request =
        "{\"request_id\":\"r\",\"tenant_id\":\"t\",\"endpoint_id\":\"e\",\"accel_pool\":\"p\","
            + "\"arrived_at\":\"%s\",\"input_tokens\":1,\"output_tokens\":1,\"ttft_ms\":2000,"
            + "\"tpot_ms\":0}";
    Files.writeString(folder.resolve("tenant_contracts.jsonl"), contract);
    Files.write(
        folder.resolve("request_logs.jsonl"),
        List.of(
            request.formatted("1970-01-01T05:59:59+18:00"),
            request.formatted("9998-12-31T23:59:59-12:00")));

    AuditReport report =
        audit(
            InputFiles.find(List.of(folder.toString())),
            new JudgeSettings("UTC", JudgeSettings.DEFAULT_MAX_REQUEST_DURATION, null, null));

    assertThat(report.windows()).isEqualTo(2);
    assertThat(report.checks()).allSatisfy(RealOutputTest::assertPassed);
  }
}
