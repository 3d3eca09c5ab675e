package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.JudgeRows.HOUR_NANOS;
import static dev.slowhour.core.judge.JudgeRows.MINUTE;
import static dev.slowhour.core.judge.JudgeRows.SECOND;
import static dev.slowhour.core.judge.JudgeRows.minutes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {

  private static final long[] NONE = {};

  @Test
  void nothingInProgressIsZeroFromTheStartOfTheHour() {
    Concurrency concurrency = Concurrency.sweep(NONE, NONE);

    assertThat(concurrency.perMinute()).containsExactly(minutes());
    assertThat(concurrency.peak()).isZero();
    assertThat(concurrency.peakNanos()).isZero();
  }

  @Test
  void anEndFreesItsPlaceBeforeAStartAtTheSameInstant() {
    Concurrency concurrency =
        Concurrency.sweep(new long[] {SECOND, 2 * SECOND}, new long[] {2 * SECOND, 3 * SECOND});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 1));
    assertThat(concurrency.peakNanos()).isEqualTo(SECOND);
  }

  @Test
  void aStartOneNanosecondBeforeAnEndOverlaps() {
    Concurrency concurrency =
        Concurrency.sweep(new long[] {SECOND, 2 * SECOND - 1}, new long[] {2 * SECOND, 3 * SECOND});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 2));
    assertThat(concurrency.peakNanos()).isEqualTo(2 * SECOND - 1);
  }

  @Test
  void anEndOnAMinuteDoesNotTouchTheMinute() {
    Concurrency concurrency = Concurrency.sweep(new long[] {SECOND}, new long[] {MINUTE});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 1));
  }

  @Test
  void anEndOneNanosecondIntoAMinuteTouchesIt() {
    Concurrency concurrency = Concurrency.sweep(new long[] {SECOND}, new long[] {MINUTE + 1});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 1, 1, 1));
  }

  @Test
  void aStartOnAMinuteBelongsToIt() {
    Concurrency concurrency = Concurrency.sweep(new long[] {MINUTE}, new long[] {MINUTE + 1});

    assertThat(concurrency.perMinute()).containsExactly(minutes(1, 1));
    assertThat(concurrency.peakNanos()).isEqualTo(MINUTE);
  }

  @Test
  void aStartOneNanosecondBeforeAMinuteBelongsToTheOneBefore() {
    Concurrency concurrency = Concurrency.sweep(new long[] {MINUTE - 1}, new long[] {MINUTE});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 1));
  }

  @Test
  void countsInEveryMinuteThatARequestTouches() {
    Concurrency concurrency = Concurrency.sweep(new long[] {0}, new long[] {HOUR_NANOS + 1});

    int[] ones = new int[60];
    Arrays.fill(ones, 1);
    assertThat(concurrency.perMinute()).containsExactly(ones);
    assertThat(concurrency.peakNanos()).isZero();
  }

  @Test
  void theLastNanosecondOfTheHourBelongsToTheLastMinute() {
    Concurrency concurrency =
        Concurrency.sweep(new long[] {HOUR_NANOS - 1}, new long[] {HOUR_NANOS + SECOND});

    assertThat(concurrency.perMinute()).containsExactly(minutes(59, 1));
    assertThat(concurrency.peakNanos()).isEqualTo(HOUR_NANOS - 1);
  }

  @Test
  void whatIsInProgressAtTheStartOfTheHourCounts() {
    Concurrency concurrency = Concurrency.sweep(NONE, new long[] {1, MINUTE, MINUTE + 1});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 3, 1, 1));
    assertThat(concurrency.peakNanos()).isZero();
  }

  @Test
  void thePeakIsReachedOnlyWithWhatIsInProgressAtTheStartOfTheHour() {
    Concurrency concurrency =
        Concurrency.sweep(new long[] {SECOND}, new long[] {SECOND, 2 * SECOND, 3 * SECOND});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 2));
    assertThat(concurrency.peakNanos()).isZero();
  }

  @Test
  void aMinuteStartsWithWhatIsStillInProgress() {
    // Two from before; one more comes only after both have ended.
    Concurrency concurrency =
        Concurrency.sweep(
            new long[] {SECOND, 2 * SECOND, MINUTE + 2},
            new long[] {MINUTE + 1, MINUTE + 1, MINUTE + 3});

    assertThat(concurrency.perMinute()).containsExactly(minutes(0, 2, 1, 2));
  }

  @Test
  void ofEqualMaximaTheEarliestInstantIsThePeak() {
    Concurrency concurrency =
        Concurrency.sweep(
            new long[] {SECOND, SECOND, MINUTE, MINUTE},
            new long[] {2 * SECOND, 2 * SECOND, 2 * MINUTE, 2 * MINUTE});

    assertThat(concurrency.peak()).isEqualTo(2);
    assertThat(concurrency.peakNanos()).isEqualTo(SECOND);
  }

  @Test
  void aMinuteIsOverOnlyAboveTheContract() {
    Concurrency concurrency = new Concurrency(minutes(0, 1, 1, 2, 2, 3, 59, 4), 0);

    assertThat(concurrency.peak()).isEqualTo(4);
    assertThat(concurrency.minutesOver(1)).isEqualTo(3);
    assertThat(concurrency.minutesOver(2)).isEqualTo(2);
    assertThat(concurrency.minutesOver(3)).isEqualTo(1);
    assertThat(concurrency.minutesOver(4)).isZero();
    assertThat(concurrency.minutesOver(Long.MAX_VALUE)).isZero();
  }
}
