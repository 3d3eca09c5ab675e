package dev.slowhour.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PoolLookTest {

  @Test
  void hasNoAverageWithoutAnyValue() {
    PoolLook look = look(null, BigDecimal.ZERO, 0, null, 0, 0, 0, 0);

    assertThat(look.kvCacheUtilAtWorst()).isEmpty();
    assertThat(look.kvCacheUtilPrevHourAvg()).isEmpty();
    assertThat(look.queuedAtWorst()).isEmpty();
    assertThat(look.queuedPrevHourAvg()).isEmpty();
    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.0");
    assertThat(look.otherTenantRequestsRatio()).isEmpty();
  }

  @Test
  void hasAnAverageOfZerosThatAreThere() {
    PoolLook look = look(new BigDecimal("0.9"), BigDecimal.ZERO, 1, 7L, 0, 1, 3, 1);

    assertThat(look.kvCacheUtilAtWorst()).contains(new BigDecimal("0.9"));
    assertThat(look.kvCacheUtilPrevHourAvg()).contains(new BigDecimal("0.00"));
    assertThat(look.queuedAtWorst()).contains(7L);
    assertThat(look.queuedPrevHourAvg()).contains(new BigDecimal("0.0"));
    assertThat(look.otherTenantRequestsRatio()).contains(new BigDecimal("180.0"));
  }

  @Test
  void averagesAreRoundedHalfUp() {
    // 0.345 → 0.35; 1.25 → 1.3; 3 ÷ 60 = 0.05 → 0.1
    PoolLook look = look(null, new BigDecimal("0.69"), 2, null, 5, 4, 0, 3);

    assertThat(look.kvCacheUtilPrevHourAvg()).contains(new BigDecimal("0.35"));
    assertThat(look.queuedPrevHourAvg()).contains(new BigDecimal("1.3"));
    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.1");
    assertThat(look.otherTenantRequestsRatio()).contains(new BigDecimal("0.0"));
  }

  @Test
  void averagesJustBelowTheHalfAreRoundedDown() {
    // 0.344…; 1.24…; 2 ÷ 60 = 0.033…
    PoolLook look = look(null, new BigDecimal("1.034"), 3, null, 56, 45, 0, 2);

    assertThat(look.kvCacheUtilPrevHourAvg()).contains(new BigDecimal("0.34"));
    assertThat(look.queuedPrevHourAvg()).contains(new BigDecimal("1.2"));
    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.0");
  }

  @Test
  void theRatioIsTakenFromTheExactSum() {
    // 1 × 60 ÷ 16 = 3.75 → 3.8; from the shown average 0.3 it would be 3.3.
    PoolLook look = look(null, BigDecimal.ZERO, 0, null, 0, 0, 1, 16);

    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.3");
    assertThat(look.otherTenantRequestsRatio()).contains(new BigDecimal("3.8"));
  }

  @Test
  void onlyMoreThanTheExactAverageIsARise() {
    assertThat(look(null, BigDecimal.ZERO, 0, null, 0, 0, 1, 60).didOtherTenantRequestsRise())
        .isFalse();
    assertThat(look(null, BigDecimal.ZERO, 0, null, 0, 0, 1, 59).didOtherTenantRequestsRise())
        .isTrue();
    assertThat(look(null, BigDecimal.ZERO, 0, null, 0, 0, 0, 0).didOtherTenantRequestsRise())
        .isFalse();
  }

  @Test
  void aMinuteIsEmptyWhenNeitherValueIsThere() {
    assertThat(new PoolLook.MinuteMetrics(null, null).isEmpty()).isTrue();
    assertThat(new PoolLook.MinuteMetrics(BigDecimal.ZERO, null).isEmpty()).isFalse();
    assertThat(new PoolLook.MinuteMetrics(null, 0L).isEmpty()).isFalse();
  }

  private static PoolLook look(
      BigDecimal kvAtWorst,
      BigDecimal kvSum,
      int kvMinutes,
      Long queuedAtWorst,
      long queuedSum,
      int queuedMinutes,
      long otherAtWorst,
      long otherSum) {
    PoolLook.MinuteMetrics none = new PoolLook.MinuteMetrics(null, null);
    return new PoolLook(
        kvAtWorst,
        kvSum,
        kvMinutes,
        queuedAtWorst,
        queuedSum,
        queuedMinutes,
        otherAtWorst,
        otherSum,
        none,
        none,
        0);
  }
}
