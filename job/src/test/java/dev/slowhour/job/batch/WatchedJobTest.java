package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedJobTest {

  @ParameterizedTest
  @CsvSource({
    "0, 900, 0",
    "300, 900, 33",
    "899, 900, 99",
    "900, 900, 100",
    "901, 900, 100",
    "0, 0, 100"
  })
  void howFarItIsIsToldInWholePercent(long read, long total, long percent) {
    assertThat(WatchedJob.percent(read, total)).isEqualTo(percent);
  }
}
