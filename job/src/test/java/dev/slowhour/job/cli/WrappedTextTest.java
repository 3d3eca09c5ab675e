package dev.slowhour.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {

  @Test
  void aTextIsBrokenAtSpacesByTheColumnsThatHangulTakes() {
    assertThat(WrappedText.lines("가나 다라 마바", 9)).containsExactly("가나 다라", "마바");
    assertThat(WrappedText.lines("가나 다라 마바", 8)).containsExactly("가나", "다라", "마바");
    assertThat(WrappedText.lines("ab cd", 5)).containsExactly("ab cd");
  }

  @Test
  void aWordThatIsTooLongIsBrokenInside() {
    assertThat(WrappedText.lines("x abcdefg y", 3)).containsExactly("x", "abc", "def", "g y");
    assertThat(WrappedText.lines("가나다", 3)).containsExactly("가", "나", "다");
    assertThat(WrappedText.lines("😀😀😀", 4)).containsExactly("😀😀", "😀");
  }

  @Test
  void nothingIsOneEmptyLine() {
    assertThat(WrappedText.lines("", 10)).containsExactly("");
  }
}
