package dev.slowhour.core.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgedWindow;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MinuteJsonTest {

  private static String written(JudgedWindow judged, int minute) throws IOException {
    return WrittenJson.of(json -> MinuteJson.write(json, judged, minute, WrittenJson.SEOUL));
  }

  @Test
  void aMinuteHasItsCountsAndTheValuesOfItsPool() throws IOException {
    assertThat(written(WrittenJson.judged(WrittenJson.window(4, 2, 9, 7), null), 17))
        .isEqualTo(
            "{\"endpoint_id\":\"ep-a\",\"tenant_id\":\"tnt-a\","
                + "\"minute\":\"2026-10-13T10:17+09:00\",\"accel_pool\":\"gpu-pool-1\","
                + "\"requests\":100,\"slo_misses\":4,\"misses_with_long_input\":2,"
                + "\"peak_concurrency\":9,\"peak_concurrency_at_slo\":7,\"max_concurrency\":8,"
                + "\"over_concurrency\":true,\"kv_cache_util\":0.93,\"queued_requests\":11,"
                + "\"other_tenant_requests\":250}");
  }

  @Test
  void aMinuteInWhichNothingHappenedIsWrittenToo() throws IOException {
    assertThat(written(WrittenJson.judged(WrittenJson.window(4, 2, 9, 7), null), 59))
        .isEqualTo(
            "{\"endpoint_id\":\"ep-a\",\"tenant_id\":\"tnt-a\","
                + "\"minute\":\"2026-10-13T10:59+09:00\",\"accel_pool\":\"gpu-pool-1\","
                + "\"requests\":0,\"slo_misses\":0,\"misses_with_long_input\":0,"
                + "\"peak_concurrency\":0,\"peak_concurrency_at_slo\":0,\"max_concurrency\":8,"
                + "\"over_concurrency\":false,\"kv_cache_util\":null,\"queued_requests\":null,"
                + "\"other_tenant_requests\":0}");
  }

  @Test
  void aMinuteThatEqualsTheContractIsNotOverIt() throws IOException {
    assertThat(written(WrittenJson.judged(WrittenJson.window(4, 2, 8, 8), null), 17))
        .contains("\"peak_concurrency\":8", "\"over_concurrency\":false");
  }
}
