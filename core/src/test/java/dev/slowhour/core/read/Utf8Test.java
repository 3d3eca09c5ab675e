package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static boolean isValid(byte[] bytes) {
    return Utf8.isValid(bytes, 0, bytes.length);
  }

  @Test
  void everyCodePointButTheSurrogatesIsUtf8() {
    assertThat(
            IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .filter(c -> !isValid(Lines.utf8("a" + Character.toString(c) + "b"))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Overlong.
        "C0 80",
        "C0 AF",
        "C1 BF",
        "E0 80 80",
        "E0 9F BF",
        "F0 80 80 80",
        "F0 8F BF BF",
        // Encoded surrogates, alone and as a pair.
        "ED A0 80",
        "ED BF BF",
        "ED A0 BD ED B8 80",
        // Beyond U+10FFFF.
        "F4 90 80 80",
        "F5 80 80 80",
        "F7 BF BF BF",
        "F8 88 80 80 80",
        "FC 84 80 80 80 80",
        "FE",
        "FF",
        "FF FE",
        "FE FF",
        // Cut sequences and stray continuations.
        "C3",
        "E2 82",
        "E2",
        "F0 9F 98",
        "F0 9F",
        "F0",
        "80",
        "BF",
        "C3 28",
        "E2 28 A1",
        "E2 82 28",
        "F0 28 8C BC",
        "F0 9F 98 28",
      })
  void theseAreNot(String hex) {
    assertThat(isValid(bytes(hex))).isFalse();
    assertThat(isValid(Lines.concat(Lines.utf8("{\"a\":\""), bytes(hex), Lines.utf8("\"}"))))
        .isFalse();
  }

  @Test
  void aSequenceThatTheEndOfTheLineCutsIsNone() {
    byte[] line = Lines.utf8("가나");
    assertThat(Utf8.isValid(line, 0, 3)).isTrue();
    assertThat(Utf8.isValid(line, 0, 4)).isFalse();
    assertThat(Utf8.isValid(line, 1, 6)).isFalse();
    assertThat(Utf8.isValid(line, 3, 6)).isTrue();
    assertThat(Utf8.isValid(line, 3, 3)).isTrue();
  }
}
