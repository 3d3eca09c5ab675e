package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalClusterTest {

  @TempDir private Path temporary;

  @Test
  void aRunDoesNotWaitHalfAMinuteForAReadingThreadThatHangs() {
    assertThat(LocalCluster.environment(1, temporary).getConfiguration().toMap())
        .containsEntry("source.reader.close.timeout", "1000");
  }

  @ParameterizedTest
  @CsvSource({"1, 128", "64, 128", "65, 512", "128, 512"})
  void howMuchSubtasksHaveToSendToEachOtherGrowsWithTheirSquare(int parallelism, int mebibytes) {
    assertThat(
            LocalCluster.environment(parallelism, temporary)
                .getConfiguration()
                .get(TaskManagerOptions.NETWORK_MEMORY_MAX))
        .isEqualTo(MemorySize.ofMebiBytes(mebibytes));
  }
}
