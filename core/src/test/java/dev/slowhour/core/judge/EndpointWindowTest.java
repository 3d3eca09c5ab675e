package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.JudgeRows.CONTRACT;
import static dev.slowhour.core.judge.JudgeRows.HOUR;
import static dev.slowhour.core.judge.JudgeRows.POOL;
import static dev.slowhour.core.judge.JudgeRows.minutes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EndpointWindowTest {

  private static final int AT_CONTRACT = (int) CONTRACT.maxConcurrency();

  @Test
  void countsMinutesWhoseConcurrencyIsExactlyTheContracted() {
    int[] concurrency = minutes();
    concurrency[3] = AT_CONTRACT - 1;
    concurrency[4] = AT_CONTRACT;
    concurrency[5] = AT_CONTRACT + 1;
    concurrency[59] = AT_CONTRACT;
    EndpointWindow window = window(concurrency, minutes(5, 1));

    assertThat(window.minutesAtContract()).isEqualTo(2);
    assertThat(window.firstMinuteAtContract()).hasValue(4);
    assertThat(window.overConcurrencyMinutes()).isEqualTo(1);
  }

  @Test
  void withoutSuchAMinuteThereIsNoFirst() {
    EndpointWindow window = window(minutes(3, AT_CONTRACT + 1), minutes(3, 1));

    assertThat(window.minutesAtContract()).isZero();
    assertThat(window.firstMinuteAtContract()).isEmpty();
  }

  @Test
  void looksAtThePoolOfAnIsolationFailureByEitherReading() {
    EndpointWindow isolationFailure = window(minutes(), minutes(3, 1));
    assertThat(isolationFailure.verdict()).isEqualTo(Verdict.ISOLATION_FAILURE);
    assertThat(isolationFailure.readingsDiffer()).isFalse();
    assertThat(isolationFailure.looksAtPool()).isTrue();

    EndpointWindow piledUp = window(minutes(3, AT_CONTRACT + 1), minutes(3, 1));
    assertThat(piledUp.verdict()).isEqualTo(Verdict.OVER_CONCURRENCY);
    assertThat(piledUp.verdictAtSlo()).isEqualTo(Verdict.ISOLATION_FAILURE);
    assertThat(piledUp.readingsDiffer()).isTrue();
    assertThat(piledUp.looksAtPool()).isTrue();

    EndpointWindow withinSlo = window(minutes(), minutes());
    assertThat(withinSlo.looksAtPool()).isFalse();
  }

  private static EndpointWindow window(int[] concurrency, int[] misses) {
    return new EndpointWindow(
        HOUR,
        POOL,
        CONTRACT,
        minutes(3, 10),
        misses,
        minutes(),
        new Concurrency(concurrency, 0),
        new Concurrency(minutes(), 0),
        null,
        0,
        Map.of());
  }
}
