package dev.slowhour.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PoolLookTest {

  @Test
  void hasNoAverageWithoutAnyValue() {
    PoolLook look = new PoolLook(null, BigDecimal.ZERO, 0, null, 0, 0, 0, 0);

    assertThat(look.kvCacheUtilAtWorst()).isEmpty();
    assertThat(look.kvCacheUtilPrevHourAvg()).isEmpty();
    assertThat(look.queuedAtWorst()).isEmpty();
    assertThat(look.queuedPrevHourAvg()).isEmpty();
    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.0");
    assertThat(look.otherTenantRequestsRatio()).isEmpty();
  }

  @Test
  void hasAnAverageOfZerosThatAreThere() {
    PoolLook look = new PoolLook(new BigDecimal("0.9"), BigDecimal.ZERO, 1, 7L, 0, 1, 3, 1);

    assertThat(look.kvCacheUtilAtWorst()).contains(new BigDecimal("0.9"));
    assertThat(look.kvCacheUtilPrevHourAvg()).contains(new BigDecimal("0.00"));
    assertThat(look.queuedAtWorst()).contains(7L);
    assertThat(look.queuedPrevHourAvg()).contains(new BigDecimal("0.0"));
    assertThat(look.otherTenantRequestsRatio()).contains(new BigDecimal("180.0"));
  }

  @Test
  void averagesAreRoundedHalfUp() {
    // 0.345 → 0.35; 1.25 → 1.3; 3 ÷ 60 = 0.05 → 0.1
    PoolLook look = new PoolLook(null, new BigDecimal("0.69"), 2, null, 5, 4, 0, 3);

    assertThat(look.kvCacheUtilPrevHourAvg()).contains(new BigDecimal("0.35"));
    assertThat(look.queuedPrevHourAvg()).contains(new BigDecimal("1.3"));
    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.1");
    assertThat(look.otherTenantRequestsRatio()).contains(new BigDecimal("0.0"));
  }

  @Test
  void averagesJustBelowTheHalfAreRoundedDown() {
    // 0.344…; 1.24…; 2 ÷ 60 = 0.033…
    PoolLook look = new PoolLook(null, new BigDecimal("1.034"), 3, null, 56, 45, 0, 2);

    assertThat(look.kvCacheUtilPrevHourAvg()).contains(new BigDecimal("0.34"));
    assertThat(look.queuedPrevHourAvg()).contains(new BigDecimal("1.2"));
    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.0");
  }

  @Test
  void theRatioIsTakenFromTheExactSum() {
    // 1 × 60 ÷ 16 = 3.75 → 3.8; from the shown average 0.3 it would be 3.3.
    PoolLook look = new PoolLook(null, BigDecimal.ZERO, 0, null, 0, 0, 1, 16);

    assertThat(look.otherTenantRequestsPrevHourAvg()).isEqualTo("0.3");
    assertThat(look.otherTenantRequestsRatio()).contains(new BigDecimal("3.8"));
  }
}
