package dev.slowhour.grafana;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CommittedFilesTest {

  /** When it fails: run {@link WriteDashboards#main} in the module's folder, look at the diff. */
  @Test
  void theDashboardsAreWhatIsWritten() throws Exception {
    Map<String, String> committed =
        Committed.read("dashboards", ".json").stream()
            .collect(
                Collectors.toMap(
                    path -> path.toString().replace('\\', '/'), CommittedFilesTest::text));

    assertThat(committed).containsExactlyInAnyOrderEntriesOf(WriteDashboards.files());
  }

  private static String text(Path path) {
    try {
      return java.nio.file.Files.readString(path);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
