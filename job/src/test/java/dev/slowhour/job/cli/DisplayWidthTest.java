package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayWidthTest {

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "tenant-1, 8",
    "고객, 4",
    "漢字, 4",
    "ｔ, 2",
    "ﾃ, 1",
    "é, 1",
    "e\u0301, 1",
    "a\u200Bb, 2",
    "😀, 2",
    "𠀀, 2",
    "a고b, 4"
  })
  void isTheNumberOfColumnsOfATerminal(String text, int columns) {
    assertThat(DisplayWidth.of(text)).isEqualTo(columns);
  }
}
