package dev.slowhour.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.testing.BruteForceJudge;
import dev.slowhour.core.testing.Day;
import dev.slowhour.core.testing.Fixture;
import dev.slowhour.core.testing.InMemoryJudge;
import dev.slowhour.core.testing.JudgedDay;
import dev.slowhour.core.testing.RandomDays;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EndpointJudgeOracleTest {

  /** What the judge says about rows; the other codes are the reader's. */
  private static final Set<String> JUDGED_CODES =
      Set.of("implausible_duration", "duplicate_request_id", "stray_pool", "no_contract");

  // A seed has no simpler one, and the edge cases of seeds are days like any other.
  @Property(tries = 500, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void judgesRandomDaysAsTheOracle(@ForAll("days") Day day) {
    assertJudgedAlike(day);
  }

  @Provide
  Arbitrary<Day> days() {
    return RandomDays.days();
  }

  @ParameterizedTest
  @EnumSource
  void judgesTheWorkedInputsAsExpected(Fixture fixture) throws IOException {
    JudgedDay judged = InMemoryJudge.judge(fixture.day());

    assertThat(judged.verdicts()).containsExactlyElementsOf(fixture.expected().verdicts());
    assertThat(judged.minutes()).containsExactlyElementsOf(fixture.expected().minutes());
  }

  private static void assertJudgedAlike(Day day) {
    JudgedDay expected = BruteForceJudge.judge(day);
    JudgedDay judged = InMemoryJudge.judge(day);

    assertThat(judged.notices())
        .as("notices of %s", day)
        .containsExactlyElementsOf(ofRows(expected.notices()));
    assertThat(judged.verdicts())
        .as("verdicts of %s", day)
        .containsExactlyElementsOf(expected.verdicts());
    assertThat(judged.minutes())
        .as("minutes of %s", day)
        .containsExactlyElementsOf(expected.minutes());
  }

  private static List<Map<String, Object>> ofRows(List<Map<String, Object>> notices) {
    return notices.stream().filter(notice -> JUDGED_CODES.contains(notice.get("code"))).toList();
  }
}
