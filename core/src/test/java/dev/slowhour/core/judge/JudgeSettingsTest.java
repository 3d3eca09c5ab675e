package dev.slowhour.core.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgeSettingsTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00Z");
  private static final Instant TWELVE = TEN.plus(Duration.ofHours(2));

  @Test
  void unlessConfiguredItIsSeoulOneHourAndNoBounds() {
    assertThat(JudgeSettings.defaults())
        .isEqualTo(new JudgeSettings("Asia/Seoul", HOUR, null, null));
  }

  @Test
  void withoutBoundsEveryHourIsJudged() {
    assertThat(JudgeSettings.defaults().isJudged(TEN)).isTrue();
    assertThat(JudgeSettings.defaults().from()).isEmpty();
    assertThat(JudgeSettings.defaults().to()).isEmpty();
  }

  @Test
  void theFirstHourBeginsAtFromAndTheLastEndsAtTo() {
    JudgeSettings settings = new JudgeSettings("Asia/Seoul", HOUR, TEN, TWELVE);

    assertThat(settings.isJudged(TEN.minus(HOUR))).isFalse();
    assertThat(settings.isJudged(TEN)).isTrue();
    assertThat(settings.isJudged(TWELVE.minus(HOUR))).isTrue();
    assertThat(settings.isJudged(TWELVE)).isFalse();
    assertThat(settings.from()).contains(TEN);
    assertThat(settings.to()).contains(TWELVE);
  }

  @Test
  void oneBoundAloneIsEnough() {
    assertThat(new JudgeSettings("Asia/Seoul", HOUR, TEN, null).isJudged(TWELVE)).isTrue();
    assertThat(new JudgeSettings("Asia/Seoul", HOUR, TEN, null).isJudged(TEN.minus(HOUR)))
        .isFalse();
    assertThat(new JudgeSettings("Asia/Seoul", HOUR, null, TEN).isJudged(TEN.minus(HOUR))).isTrue();
    assertThat(new JudgeSettings("Asia/Seoul", HOUR, null, TEN).isJudged(TEN)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"PT0.001S", "PT0.999S", "PT24H"})
  void aBoundOfWholeMillisecondsUpToADayIsGood(Duration bound) {
    assertThat(new JudgeSettings("UTC", bound, null, null).maxRequestDuration()).isEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource({"PT0S", "PT-1S", "PT0.0009S", "PT0.0015S", "PT24H0.001S"})
  void anyOtherBoundIsRefused(Duration bound) {
    assertThatThrownBy(() -> new JudgeSettings("UTC", bound, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "max-request-duration: "
                + bound
                + " (expected: whole milliseconds, from 1 ms to 24 h)");
  }

  @Test
  void aBoundOfHoursThatIsNoFullHourOfTheZoneIsRefused() {
    Instant halfPast = Instant.parse("2026-10-13T01:30:00Z");

    assertThat(new JudgeSettings("Asia/Kolkata", HOUR, halfPast, null).fromOrNull())
        .isEqualTo(halfPast);
    assertThatThrownBy(() -> new JudgeSettings("Asia/Seoul", HOUR, halfPast, null))
        .hasMessage(
            "from: 2026-10-13T10:30+09:00 (expected: a full hour on the clock of Asia/Seoul)");
    assertThatThrownBy(() -> new JudgeSettings("Asia/Seoul", HOUR, null, halfPast))
        .hasMessage(
            "to: 2026-10-13T10:30+09:00 (expected: a full hour on the clock of Asia/Seoul)");
  }

  @Test
  void noHourAtAllIsRefused() {
    assertThatThrownBy(() -> new JudgeSettings("Asia/Seoul", HOUR, TEN, TEN))
        .hasMessage("to: 2026-10-13T10:00+09:00 (expected: after from, 2026-10-13T10:00+09:00)");
    assertThatThrownBy(() -> new JudgeSettings("Asia/Seoul", HOUR, TWELVE, TEN))
        .hasMessage("to: 2026-10-13T10:00+09:00 (expected: after from, 2026-10-13T12:00+09:00)");
  }
}
