package dev.slowhour.core.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawLineTest {

  private static String show(byte[] line) {
    return RawLine.of(line, 0, line.length);
  }

  private static String show(String line) {
    return show(line.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "{\"a\": 1}", "가나다 😀", " \u00A0\u3000·", "\\u0000\"'<>&"})
  void aHarmlessLineIsShownAsItIs(String line) {
    assertThat(show(line)).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "é", "가", "😀"})
  void aLineIsCutAfterFiveHundredCodePoints(String character) {
    assertThat(show(character.repeat(499))).isEqualTo(character.repeat(499));
    assertThat(show(character.repeat(500))).isEqualTo(character.repeat(500));
    assertThat(show(character.repeat(501))).isEqualTo(character.repeat(500));
    assertThat(show(character.repeat(100_000))).isEqualTo(character.repeat(500));
    assertThat(show("a" + character.repeat(500))).isEqualTo("a" + character.repeat(499));
    assertThat(show("aé가" + character.repeat(500))).isEqualTo("aé가" + character.repeat(497));
  }

  @Test
  void everyControlCharacterIsReplaced() {
    String all =
        IntStream.concat(IntStream.range(0, 0x20), IntStream.range(0x7F, 0xA0))
            .mapToObj(Character::toString)
            .collect(Collectors.joining("x"));
    assertThat(show(all)).isEqualTo("\uFFFD" + "x\uFFFD".repeat(64));
    assertThat(show("a\tb\u001B[31mc\u0085d\u007Fe\u0000"))
        .isEqualTo("a\uFFFDb\uFFFD[31mc\uFFFDd\uFFFDe\uFFFD");
  }

  @ParameterizedTest
  @CsvSource({
    "FF, 1",
    "80, 1",
    "C3, 1",
    "E282, 1",
    "F09F98, 1",
    "FFFF, 2",
    "C080, 2",
    "C328, 1",
    "F4908080, 4",
  })
  void bytesThatAreNoUtf8AreReplaced(String hex, int replaced) {
    String shown = show(HexFormat.of().parseHex(hex)).replace("(", "");
    assertThat(shown).isEqualTo("\uFFFD".repeat(replaced));
  }

  @Test
  void anEncodedSurrogateIsReplaced() {
    assertThat(show(HexFormat.of().parseHex("61EDA08062"))).matches("a\uFFFD+b");
  }

  @Test
  void aLineOfInvalidBytesIsCutAfterFiveHundredOfThem() {
    byte[] line = new byte[600];
    Arrays.fill(line, (byte) 0xFF);
    assertThat(show(line)).isEqualTo("\uFFFD".repeat(500));
  }

  @Test
  void onlyTheLineItselfIsShown() {
    byte[] bytes = "a가b".getBytes(StandardCharsets.UTF_8);
    assertThat(RawLine.of(bytes, 1, 4)).isEqualTo("가");
    assertThat(RawLine.of(bytes, 4, 5)).isEqualTo("b");
    assertThat(RawLine.of(bytes, 2, 2)).isEmpty();
    assertThat(RawLine.of(bytes, 1, 3)).isEqualTo("\uFFFD");
  }

  @Property(tries = 1_000)
  void aLineIsWhatItsTextIsWithoutControlCharacters(@ForAll byte[] start, @ForAll String rest) {
    byte[] end = rest.getBytes(StandardCharsets.UTF_8);
    byte[] line = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, line, start.length, end.length);
    String expected =
        new String(line, StandardCharsets.UTF_8)
            .replaceAll("\\p{Cc}", "\uFFFD")
            .codePoints()
            .limit(500)
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    assertThat(show(line)).isEqualTo(expected);
  }
}
