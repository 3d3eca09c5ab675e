package dev.slowhour.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BruteForceJudgeTest {

  @ParameterizedTest
  @EnumSource
  void judgesTheWorkedInputsAsExpected(Fixture fixture) throws IOException {
    JudgedDay expected = fixture.expected();
    JudgedDay judged = BruteForceJudge.judge(fixture.day());

    assertThat(judged.verdicts()).containsExactlyElementsOf(expected.verdicts());
    assertThat(judged.minutes()).containsExactlyElementsOf(expected.minutes());
    assertThat(plainNames(judged.notices()))
        .containsExactlyElementsOf(plainNames(expected.notices()));
  }

  /** Some inputs are stored compressed here, and plain where their outcome was worked out. */
  private static List<Map<String, Object>> plainNames(List<Map<String, Object>> notices) {
    return notices.stream().map(BruteForceJudgeTest::plainName).toList();
  }

  private static Map<String, Object> plainName(Map<String, Object> notice) {
    Map<String, Object> renamed = new LinkedHashMap<>(notice);
    renamed.computeIfPresent("file", (field, name) -> ((String) name).replaceFirst("\\.gz$", ""));
    return renamed;
  }
}
