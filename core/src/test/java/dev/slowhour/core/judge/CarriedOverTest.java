package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.JudgeRows.HOUR;
import static dev.slowhour.core.judge.JudgeRows.HOUR_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CarriedOverTest {

  @Test
  void noneIsEmptyAtItsHour() {
    CarriedOver none = CarriedOver.none(HOUR);

    assertThat(none.hour()).isEqualTo(HOUR);
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.ends()).isEmpty();
    assertThat(none.endsAtSlo()).isEmpty();
  }

  @Test
  void isNotEmptyWhileSomethingIsInProgressThatWouldHaveEndedAtSlo() {
    CarriedOver carriedOver = new CarriedOver(HOUR, new long[] {1}, new long[] {});

    assertThat(carriedOver.isEmpty()).isFalse();
  }

  @Test
  void staysAsItIsAtItsOwnHour() {
    CarriedOver same = new CarriedOver(HOUR, new long[] {1, 2}, new long[] {1}).at(HOUR);

    assertThat(same.hour()).isEqualTo(HOUR);
    assertThat(same.ends()).containsExactly(1, 2);
    assertThat(same.endsAtSlo()).containsExactly(1);
  }

  @Test
  void whatEndsAtTheStartOfTheLaterHourIsNoLongerInProgress() {
    CarriedOver later =
        new CarriedOver(
                HOUR,
                new long[] {1, HOUR_NANOS, HOUR_NANOS + 1, 2 * HOUR_NANOS},
                new long[] {HOUR_NANOS - 1, HOUR_NANOS, HOUR_NANOS + 7})
            .at(HOUR.plus(Duration.ofHours(1)));

    assertThat(later.hour()).isEqualTo(HOUR.plus(Duration.ofHours(1)));
    assertThat(later.ends()).containsExactly(1, HOUR_NANOS);
    assertThat(later.endsAtSlo()).containsExactly(7);
    assertThat(later.isEmpty()).isFalse();
  }

  @Test
  void isEmptyOnceEverythingHasEnded() {
    CarriedOver later =
        new CarriedOver(HOUR, new long[] {2 * HOUR_NANOS}, new long[] {1})
            .at(HOUR.plus(Duration.ofHours(2)));

    assertThat(later.isEmpty()).isTrue();
  }

  @Test
  void isEmptyInAnHourThatIsFartherAwayThanNanosecondsCount() {
    Instant first = Instant.parse("1970-01-01T00:00:00Z");
    Instant last = Instant.parse("9998-12-31T23:00:00Z");

    CarriedOver later = new CarriedOver(first, new long[] {1}, new long[] {1}).at(last);

    assertThat(later.hour()).isEqualTo(last);
    assertThat(later.isEmpty()).isTrue();
    assertThat(later.endsAtSlo()).isEmpty();
  }

  @Test
  void aHundredYearsAreNotTooFarAndNothingIsLostThere() {
    Duration hundredYears = Duration.ofDays(100 * 365);

    CarriedOver later =
        new CarriedOver(HOUR, new long[] {hundredYears.toNanos() + 1}, new long[] {1})
            .at(HOUR.plus(hundredYears));

    assertThat(later.ends()).containsExactly(1);
    assertThat(later.endsAtSlo()).isEmpty();
  }
}
