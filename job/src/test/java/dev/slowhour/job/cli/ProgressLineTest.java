package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.batch.Counts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static String text(long rows, long bytes, long totalBytes, double seconds) {
    return ProgressLine.text(
        Counts.of(Map.of("request_logs.rows", rows, "request_logs.bytes", bytes)),
        totalBytes,
        seconds);
  }

  @Test
  void saysHowManyHowFastAndHowFar() {
    assertThat(text(1_234_567, 300, 900, 2))
        .isEqualTo("1,234,567 requests read, 617,284 a second, 33 %");
  }

  @Test
  void atTheBeginningNothingIsRead() {
    assertThat(text(0, 0, 900, 1)).isEqualTo("0 requests read, 0 a second, 0 %");
  }

  @Test
  void metricsCountForHowFarItIs() {
    assertThat(
            ProgressLine.text(
                Counts.of(Map.of("request_logs.bytes", 300L, "pool_metrics.bytes", 200L)),
                1_000,
                1))
        .isEqualTo("0 requests read, 0 a second, 50 %");
  }

  @Test
  void moreThanAllIsAll() {
    assertThat(text(1, 901, 900, 1)).isEqualTo("1 requests read, 1 a second, 100 %");
  }

  @Test
  void allOfNothingIsAll() {
    assertThat(text(0, 0, 0, 1)).isEqualTo("0 requests read, 0 a second, 100 %");
  }

  @Test
  void whereThereIsNoTerminalNothingIsSaid() throws Exception {
    StringWriter err = new StringWriter();
    ProgressLine progress = ProgressLine.on(new PrintWriter(err));
    progress.watch(null);
    progress.stop();

    assertThat(err.toString()).isEmpty();
  }
}
