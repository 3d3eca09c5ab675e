package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.Verdict.ISOLATION_FAILURE;
import static dev.slowhour.core.judge.Verdict.LONG_INPUT;
import static dev.slowhour.core.judge.Verdict.OVER_CONCURRENCY;
import static dev.slowhour.core.judge.Verdict.WITHIN_SLO;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictTest {

  @Test
  void noMissIsWithinSlo() {
    assertThat(Verdict.of(1, 0, 0, 0)).isEqualTo(WITHIN_SLO);
  }

  @Test
  void exactlyOnePercentIsWithinSlo() {
    assertThat(Verdict.of(100, 1, 1, 1)).isEqualTo(WITHIN_SLO);
    assertThat(Verdict.of(200, 2, 2, 2)).isEqualTo(WITHIN_SLO);
  }

  @Test
  void aHairAboveOnePercentIsNotWithinSlo() {
    assertThat(Verdict.of(99, 1, 0, 0)).isEqualTo(ISOLATION_FAILURE);
    assertThat(Verdict.of(199, 2, 0, 0)).isEqualTo(ISOLATION_FAILURE);
  }

  @Test
  void halfOfTheMissesInOverMinutesDecides() {
    assertThat(Verdict.of(10, 4, 2, 0)).isEqualTo(OVER_CONCURRENCY);
    assertThat(Verdict.of(10, 3, 2, 0)).isEqualTo(OVER_CONCURRENCY);
    assertThat(Verdict.of(10, 5, 2, 0)).isEqualTo(ISOLATION_FAILURE);
  }

  @Test
  void halfOfTheMissesWithLongInputDecidesNext() {
    assertThat(Verdict.of(10, 4, 1, 2)).isEqualTo(LONG_INPUT);
    assertThat(Verdict.of(10, 3, 1, 2)).isEqualTo(LONG_INPUT);
    assertThat(Verdict.of(10, 5, 2, 2)).isEqualTo(ISOLATION_FAILURE);
  }

  @Test
  void concurrencyComesBeforeLongInput() {
    assertThat(Verdict.of(10, 4, 2, 4)).isEqualTo(OVER_CONCURRENCY);
  }

  @Test
  void halfOrMoreIncludesExactlyHalf() {
    assertThat(Verdict.isHalfOrMore(1, 2)).isTrue();
    assertThat(Verdict.isHalfOrMore(1, 3)).isFalse();
    assertThat(Verdict.isHalfOrMore(2, 3)).isTrue();
  }

  @Test
  void isWrittenAsTheRuleSays() {
    assertThat(Verdict.values())
        .extracting(Verdict::text)
        .containsExactly("SLO 안에서 처리됨", "계약 동시성을 넘겨 보냄", "계약보다 긴 입력이 몰림", "계약 안인데 밀림 · 성능 격리 실패");
    assertThat(Verdict.values())
        .extracting(Verdict::label)
        .containsExactly("SLO 안", "동시성 계약 초과", "긴 입력 몰림", "성능 격리 실패");
  }
}
