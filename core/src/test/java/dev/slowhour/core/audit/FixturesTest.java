package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FixturesTest {

  @TempDir Path temporary;

  @ParameterizedTest
  @EnumSource
  void theWorkedVerdictsPassEveryCheck(AuditFixture fixture) throws Exception {
    Path verdicts = PlainOutput.write(temporary, fixture.goodOutput(temporary));

    AuditReport report = Audit.run(fixture.input(), verdicts, JudgeSettings.defaults());

    assertThat(report.checks()).hasSize(15);
    assertThat(report.checks()).flatExtracting(CheckResult::failures).isEmpty();
    assertThat(report.passed()).isTrue();
    assertThat(report.windows()).isBetween(21L, 22L);
  }

  @ParameterizedTest
  @EnumSource
  void theWorkedMinutesPassEveryCheck(AuditFixture fixture) throws Exception {
    Path verdicts = PlainOutput.write(temporary, fixture.goodOutput(temporary));
    Path minutes = fixture.expected(temporary, "minutes.jsonl");

    AuditReport report = Audit.run(fixture.input(), verdicts, minutes, JudgeSettings.defaults());

    assertThat(report.checks()).flatExtracting(CheckResult::failures).isEmpty();
  }
}
