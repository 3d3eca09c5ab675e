package dev.slowhour.job.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {

  private static final Instant TEN = Instant.parse("2026-10-13T10:00:00Z");

  private final FakeWall wall = new FakeWall(TEN);
  private final Pace pace = new Pace(Speed.parse("2x").orElseThrow(), wall);

  @Test
  void whatIsLateIsMadeUpFor() throws Exception {
    pace.await(TEN);
    wall.pass(Duration.ofSeconds(3));
    pace.await(TEN.plusSeconds(4));
    pace.await(TEN.plusSeconds(10));

    assertThat(wall.sleeps()).containsExactly(Duration.ofSeconds(2));
  }

  @Test
  void theFirstWaitsForNothingAndWhatIsDueNeither() throws Exception {
    wall.pass(Duration.ofHours(1));
    pace.await(TEN);
    pace.await(TEN);
    wall.pass(Duration.ofSeconds(1));
    pace.await(TEN.plusSeconds(2));

    assertThat(wall.sleeps()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1x, PT1H, PT1H",
    "60x, PT1H, PT1M",
    "0.5x, PT1.000000001S, PT2.000000002S",
    "3x, PT1S, PT0.333333333S",
    "999999999x, PT1S, PT0.000000001S",
    "0.000000001x, PT1S, PT277777H46M40S",
    "1x, PT262968H, PT262968H"
  })
  void aSpeedSaysHowLongAPartOfTheDayTakes(String speed, String ofTheDay, String taken) {
    assertThat(Speed.parse(speed).orElseThrow().taken(Duration.parse(ofTheDay)))
        .isEqualTo(Duration.parse(taken));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "x", "60", "0x", "0.0x", "-1x", "1e3x", ".5x", "5.x", "60X", "MAX", "max ", "1 x"
      })
  void whatIsNoSpeed(String text) {
    assertThat(Speed.parse(text)).isEmpty();
  }

  @Test
  void maxHasNoGaps() throws Exception {
    Pace max = new Pace(Speed.parse("max").orElseThrow(), wall);
    max.await(TEN);
    max.await(TEN.plusSeconds(100));

    assertThat(wall.sleeps()).isEmpty();
  }
}
