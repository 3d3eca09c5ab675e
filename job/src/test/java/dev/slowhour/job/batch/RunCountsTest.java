package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.judge.Verdict;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCountsTest {

  @Test
  void whatWasNotReportedIsZero() {
    RunCounts counts = RunCounts.of(Map.of());

    assertThat(counts.rows(Table.REQUEST_LOGS)).isZero();
    assertThat(counts.bytes()).isZero();
    assertThat(counts.windows()).isZero();
    assertThat(counts.notices()).isZero();
  }

  @Test
  void sumsOverTablesVerdictsAndCodes() {
    RunCounts counts =
        RunCounts.of(
            Map.of(
                "request_logs.bytes", 10L,
                "pool_metrics.bytes", 3L,
                "windows.WITHIN_SLO", 5L,
                "windows.LONG_INPUT", 2L,
                "notices.STRAY_POOL", 4L,
                "notices.NO_CONTRACT", 1L));

    assertThat(counts.bytes()).isEqualTo(13);
    assertThat(counts.windows()).isEqualTo(7);
    assertThat(counts.windows(Verdict.WITHIN_SLO)).isEqualTo(5);
    assertThat(counts.notices()).isEqualTo(5);
    assertThat(counts.notices(NoticeCode.STRAY_POOL)).isEqualTo(4);
  }
}
