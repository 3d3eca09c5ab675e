package dev.slowhour.core.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.Verdict;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTestTest {

  @ParameterizedTest
  @CsvSource({
    // n, m, value, noise = floor(sqrt(396 n)), holds
    "400, 4, 0, 397, false",
    "400, 5, 100, 397, true",
    "1, 1, 99, 19, true",
    "100, 0, -100, 198, false",
    "1840, 86, 6760, 853, true"
  })
  void onePercentHasItsMarginInHundredthsOfARequest(
      long n, long m, long value, long noise, boolean holds) {
    RuleTest.Margin margin = RuleTest.ONE_PERCENT.margin(new Counts(n, m, 0, 0));
    assertThat(margin).isEqualTo(new RuleTest.Margin(RuleTest.ONE_PERCENT, value, noise));
    assertThat(margin.holds()).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({
    // m, c, value, noise = floor(sqrt(4 m)), holds, within noise
    "100, 50, 0, 20, true, true",
    "100, 49, -2, 20, false, true",
    "100, 60, 20, 20, true, true",
    "100, 61, 22, 20, true, false",
    "100, 39, -22, 20, false, false",
    "1, 0, -1, 2, false, true",
    "3, 3, 3, 3, true, true",
    "5, 5, 5, 4, true, false"
  })
  void halfOfTheMissesHasItsMarginInHalfMisses(
      long m, long part, long value, long noise, boolean holds, boolean isNoise) {
    for (RuleTest test : new RuleTest[] {RuleTest.OVER_CONCURRENCY, RuleTest.LONG_INPUT}) {
      Counts counts =
          test == RuleTest.OVER_CONCURRENCY
              ? new Counts(200, m, part, 0)
              : new Counts(200, m, 0, part);
      RuleTest.Margin margin = test.margin(counts);
      assertThat(margin).isEqualTo(new RuleTest.Margin(test, value, noise));
      assertThat(margin.holds()).isEqualTo(holds);
      assertThat(margin.isNoise()).isEqualTo(isNoise);
    }
  }

  @Test
  void theLargestCountsStillHaveExactMargins() {
    long most = 9_007_199_254_740_991L;
    RuleTest.Margin margin = RuleTest.ONE_PERCENT.margin(new Counts(most, most, 0, 0));
    assertThat(margin.value()).isEqualTo(most * 99);
    // floor(sqrt(396 × (2⁵³ - 1)))
    assertThat(margin.noise()).isEqualTo(1_888_610_839L);
  }

  @Test
  void countsOutOfTheirRangeAreRefused() {
    assertThatThrownBy(() -> new Counts(0, 0, 0, 0))
        .hasMessage("request_count: 0 (expected: 1 to 9007199254740991)");
    assertThatThrownBy(() -> new Counts(5, 6, 0, 0))
        .hasMessage("slo_miss_count: 6 (expected: 0 to 5)");
    assertThatThrownBy(() -> new Counts(5, 4, 5, 0))
        .hasMessage("misses_in_over_concurrency: 5 (expected: 0 to 4)");
    assertThatThrownBy(() -> new Counts(5, 4, 0, -1))
        .hasMessage("misses_with_long_input: -1 (expected: 0 to 4)");
  }

  @Property
  void whatStandsAgainstAVerdictIsTheFirstTestThatWouldHaveToTurnOutDifferently(@ForAll long seed) {
    Counts counts = Figures.any(Figures.key("a", "x", 0), new Random(seed)).asSent();
    boolean missed = counts.misses() * 100 > counts.requests();
    boolean over = counts.missesInOver() * 2 >= counts.misses();
    boolean longInput = counts.missesWithLongInput() * 2 >= counts.misses();
    assertThat(RuleTest.missing(counts, Verdict.WITHIN_SLO))
        .isEqualTo(when(missed, RuleTest.ONE_PERCENT));
    assertThat(RuleTest.missing(counts, Verdict.OVER_CONCURRENCY))
        .isEqualTo(
            when(!missed, RuleTest.ONE_PERCENT).or(() -> when(!over, RuleTest.OVER_CONCURRENCY)));
    assertThat(RuleTest.missing(counts, Verdict.LONG_INPUT))
        .isEqualTo(
            when(!missed, RuleTest.ONE_PERCENT)
                .or(() -> when(over, RuleTest.OVER_CONCURRENCY))
                .or(() -> when(!longInput, RuleTest.LONG_INPUT)));
    assertThat(RuleTest.missing(counts, Verdict.ISOLATION_FAILURE))
        .isEqualTo(
            when(!missed, RuleTest.ONE_PERCENT)
                .or(() -> when(over, RuleTest.OVER_CONCURRENCY))
                .or(() -> when(longInput, RuleTest.LONG_INPUT)));
  }

  private static Optional<RuleTest> when(boolean condition, RuleTest test) {
    return condition ? Optional.of(test) : Optional.empty();
  }

  @Property
  void twoVerdictsPartAtTheFirstTestThatDiffers(@ForAll long seed) {
    Random random = new Random(seed);
    Counts left = Figures.any(Figures.key("a", "x", 0), random).asSent();
    Counts right = Figures.any(Figures.key("a", "x", 0), random).asSent();
    Optional<RuleTest> parting = RuleTest.parting(left, right);
    assertThat(parting.isPresent()).isEqualTo(left.verdict() != right.verdict());
    assertThat(parting).isEqualTo(RuleTest.parting(right, left));
    // A verdict can be come to from the other's figures but for that test.
    assertThat(parting)
        .isEqualTo(
            left.verdict() == right.verdict()
                ? Optional.empty()
                : RuleTest.missing(left, right.verdict()));
  }
}
