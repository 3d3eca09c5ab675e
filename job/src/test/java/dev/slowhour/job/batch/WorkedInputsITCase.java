package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.testing.JudgedDay;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The four worked inputs, judged by the job, give exactly the figures worked out for them. */
class WorkedInputsITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = Judging.cluster(2);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void aWorkedInputIsJudgedAsExpected(Fixture fixture) throws Exception {
    Path input = folder.resolve("in");
    fixture.copyTo(input);

    JudgedDay judged = Judging.judge(input, folder.resolve("out"), JudgeSettings.defaults(), 2);

    JudgedDay expected = fixture.expected();
    assertThat(judged.verdicts()).containsExactlyElementsOf(expected.verdicts());
    assertThat(judged.minutes()).containsExactlyElementsOf(expected.minutes());
    assertThat(plainNames(judged.notices()))
        .containsExactlyElementsOf(plainNames(expected.notices()));
  }

  /** Some inputs are stored compressed here, and plain where their outcome was worked out. */
  private static List<Map<String, Object>> plainNames(List<Map<String, Object>> notices) {
    return notices.stream().map(WorkedInputsITCase::plainName).toList();
  }

  private static Map<String, Object> plainName(Map<String, Object> notice) {
    Map<String, Object> renamed = new LinkedHashMap<>(notice);
    renamed.computeIfPresent("file", (field, name) -> ((String) name).replaceFirst("\\.gz$", ""));
    return renamed;
  }
}
