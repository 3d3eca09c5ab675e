package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdTextTest {

  private static final Pattern WHITE_SPACE = Pattern.compile("\\p{IsWhite_Space}");
  private static final String SUPPLEMENTARY = "😀";

  static List<Integer> whiteSpace() {
    return codePoints().filter(IdTextTest::isWhiteSpace).boxed().toList();
  }

  static IntStream codePoints() {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT);
  }

  private static boolean isWhiteSpace(int codePoint) {
    return WHITE_SPACE.matcher(Character.toString(codePoint)).matches();
  }

  private static boolean isControl(int codePoint) {
    return Character.getType(codePoint) == Character.CONTROL;
  }

  private static boolean isSurrogate(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 199, 200})
  void anIdHasSoManyCodePoints(int count) {
    assertThat(IdText.isId("a".repeat(count))).isTrue();
    assertThat(IdText.isId("가".repeat(count))).isTrue();
    assertThat(IdText.isId(SUPPLEMENTARY.repeat(count))).isTrue();
    assertThat(IdText.isName(SUPPLEMENTARY.repeat(count))).isTrue();
    assertThat(IdText.isTenantId(SUPPLEMENTARY.repeat(count))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 201, 202, 400, 401, 1_000_000})
  void anIdDoesNotHaveSoManyCodePoints(int count) {
    assertThat(IdText.isId("a".repeat(count))).isFalse();
    assertThat(IdText.isName("a".repeat(count))).isFalse();
    assertThat(IdText.isTenantId("a".repeat(count))).isFalse();
    assertThat(IdText.isName(SUPPLEMENTARY.repeat(count))).isFalse();
  }

  @Test
  void codePointsAreCountedAndNotUnits() {
    assertThat(IdText.isId("a" + SUPPLEMENTARY.repeat(199))).isTrue();
    assertThat(IdText.isId("aa" + SUPPLEMENTARY.repeat(199))).isFalse();
    assertThat(IdText.isId("a".repeat(199) + SUPPLEMENTARY)).isTrue();
    assertThat(IdText.isId("a".repeat(200) + SUPPLEMENTARY)).isFalse();
  }

  @Test
  void aNameIsAnyCodePointButControlCharactersAndLoneSurrogates() {
    assertThat(
            codePoints()
                .filter(
                    c ->
                        IdText.isName(Character.toString(c)) != (!isControl(c) && !isSurrogate(c))))
        .isEmpty();
  }

  @Test
  void anIdIsAlsoNotAMiddleDotAndNotWhiteSpace() {
    assertThat(
            codePoints()
                .filter(
                    c ->
                        IdText.isId(Character.toString(c))
                            != (IdText.isName(Character.toString(c))
                                && c != '·'
                                && !isWhiteSpace(c))))
        .isEmpty();
  }

  @Test
  void controlCharactersAreThoseOfBothRanges() {
    List<Integer> refused =
        codePoints()
            .filter(c -> !isSurrogate(c))
            .filter(c -> !IdText.isName("a" + Character.toString(c) + "b"))
            .boxed()
            .toList();
    assertThat(refused)
        .containsExactlyElementsOf(
            IntStream.concat(IntStream.range(0, 0x20), IntStream.range(0x7F, 0xA0))
                .boxed()
                .toList());
  }

  @Test
  void whiteSpaceIsTwentyFiveCodePoints() {
    assertThat(whiteSpace())
        .hasSize(25)
        .contains(0x9, 0xD, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029)
        .contains(0x202F, 0x205F, 0x3000);
  }

  @ParameterizedTest
  @MethodSource("whiteSpace")
  void whiteSpaceStandsAtNeitherEndOfAnIdButMayStandInside(int codePoint) {
    String space = Character.toString(codePoint);
    assertThat(IdText.isId(space + "a")).isFalse();
    assertThat(IdText.isId("a" + space)).isFalse();
    assertThat(IdText.isId(space)).isFalse();
    assertThat(IdText.isTenantId(space + "a")).isFalse();
    assertThat(IdText.isId("a" + space + "b")).isEqualTo(!isControl(codePoint));
    assertThat(IdText.isName(space + "a" + space)).isEqualTo(!isControl(codePoint));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u200B", "\uFEFF", "\u180E", "\u2060", "\u00AD"})
  void whatOnlyLooksLikeWhiteSpaceMayStandAtTheEnds(String invisible) {
    assertThat(IdText.isId(invisible + "a" + invisible)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uD800",
        "\uDBFF",
        "\uDC00",
        "\uDFFF",
        "a\uD800",
        "\uD800a",
        "a\uDC00b",
        "\uDE00\uD83D",
        "\uD83D\uD83D\uDE00",
        "\uD83D\uDE00\uDE00",
        "\uD83D\uDE00\uD83D"
      })
  void aLoneSurrogateIsInNoIdAndNoName(String text) {
    assertThat(IdText.isId(text)).isFalse();
    assertThat(IdText.isName(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"·", "·a", "a·", "a·b"})
  void theMiddleDotIsInNoIdButInNames(String text) {
    assertThat(IdText.isId(text)).isFalse();
    assertThat(IdText.isTenantId(text)).isFalse();
    assertThat(IdText.isName(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"•", "‧", "・", "ㆍ", "⋅"})
  void otherDotsAreInIds(String dot) {
    assertThat(IdText.isTenantId("a" + dot + "b")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/a", "a/", "a/b"})
  void theSlashIsInNoTenantIdButInOtherIds(String text) {
    assertThat(IdText.isTenantId(text)).isFalse();
    assertThat(IdText.isId(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "\"", "@", "∕", "／", "%2F", "null", "0", "-", "é", "é"})
  void idsAreTakenAsWritten(String text) {
    assertThat(IdText.isTenantId(text)).isTrue();
  }
}
