package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.job.batch.Counts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static String text(long rows, long percentRead, double seconds) {
    return ProgressLine.text(Counts.of(Map.of("request_logs.rows", rows)), percentRead, seconds);
  }

  @Test
  void saysHowManyHowFastAndHowFar() {
    assertThat(text(1_234_567, 33, 2)).isEqualTo("1,234,567 requests read, 617,284 a second, 33 %");
  }

  @Test
  void atTheBeginningNothingIsRead() {
    assertThat(text(0, 0, 1)).isEqualTo("0 requests read, 0 a second, 0 %");
  }

  @Test
  void whereThereIsNoTerminalNothingIsSaid() throws Exception {
    StringWriter err = new StringWriter();
    ProgressLine progress = ProgressLine.on(new PrintWriter(err));
    progress.watch(seconds -> Optional.of("something"));
    progress.stop();

    assertThat(err.toString()).isEmpty();
  }
}
