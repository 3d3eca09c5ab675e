package dev.slowhour.core.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MinuteChangeTest {

  private static MinuteChange change(long before, long after) {
    return new MinuteChange(
        Figures.key("a", "x", 0),
        Figures.HOUR,
        8,
        new MinuteChange.Peaks(before, 3),
        new MinuteChange.Peaks(after, 3));
  }

  @Test
  void aMinuteFlipsWhereItIsOverTheContractByOneLengthOnly() {
    assertThat(change(9, 8).flips(VerdictReading.BY_RULE)).isTrue();
    assertThat(change(8, 9).flips(VerdictReading.BY_RULE)).isTrue();
    assertThat(change(10, 9).flips(VerdictReading.BY_RULE)).isFalse();
    assertThat(change(8, 7).flips(VerdictReading.BY_RULE)).isFalse();
  }

  @Test
  void aMinuteChangesWithItsPeak() {
    assertThat(change(8, 7).changes(VerdictReading.BY_RULE)).isTrue();
    assertThat(change(8, 8).changes(VerdictReading.BY_RULE)).isFalse();
    assertThat(change(9, 8).changes(VerdictReading.AT_SLO)).isFalse();
    assertThat(change(9, 8).flips(VerdictReading.AT_SLO)).isFalse();
  }
}
