package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonArrayReaderTest {

  private static List<String> elements(byte[] file) throws InputException {
    List<String> elements = new ArrayList<>();
    JsonArrayReader.read(
        4,
        "tenant_contracts.json",
        file,
        (place, bytes, from, to) -> {
          assertThat(place.source()).isEqualTo(4);
          assertThat(place.line()).isEqualTo(elements.size() + 1);
          elements.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        });
    return elements;
  }

  private static List<String> elements(String file) throws InputException {
    return elements(Lines.utf8(file));
  }

  @Test
  void elementsAreHandedOverAsTheyAreWritten() throws InputException {
    assertThat(elements("[{\"a\":1},{ \"b\" : [2, {}] }\n,\t{}]"))
        .containsExactly("{\"a\":1}", "{ \"b\" : [2, {}] }", "{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", " [ ] ", "\r\n[\t]\n", "\uFEFF[]"})
  void anEmptyArrayHasNoElements(String file) throws InputException {
    assertThat(elements(file)).isEmpty();
  }

  @Test
  void anElementMayBeAnything() throws InputException {
    assertThat(
            elements(
                "[0, -1.50e+3 ,\"a]\\\",[\", true,false , null,[],[[1],2],{},\"가😀\", \"\",5\n]"))
        .containsExactly(
            "0",
            "-1.50e+3",
            "\"a]\\\",[\"",
            "true",
            "false",
            "null",
            "[]",
            "[[1],2]",
            "{}",
            "\"가😀\"",
            "\"\"",
            "5");
  }

  @Test
  void oneByteOrderMarkAtTheStartIsDropped() throws InputException {
    assertThat(elements("\uFEFF [{\"이름\": \"가\"}, 7]")).containsExactly("{\"이름\": \"가\"}", "7");
    assertThatThrownBy(() -> elements("\uFEFF\uFEFF[]")).isInstanceOf(InputException.class);
    assertThatThrownBy(() -> elements("[\uFEFF]")).isInstanceOf(InputException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{}; 1; 1",
        "null; 1; 1",
        "5; 1; 1",
        "\"[]\"; 1; 1",
        "[]x; 1; 3",
        "[] []; 1; 4",
        "[{}],; 1; 5",
        "[{}]{}; 1; 5",
        "[{},]; 1; 5",
        "[,{}]; 1; 2",
        "[{} {}]; 1; 5",
        "[{}; 1; 4",
        "[; 1; 2",
        "[{]; 1; 3",
        "[NaN]; 1; 5",
        "[{a:1}]; 1; 3",
        "['a']; 1; 2",
        "[01]; 1; 3",
        "[// x]; 1; 2",
      })
  void aFileThatIsNotOneArrayIsRefusedWithThePositionOfTheFault(String file, int line, int column) {
    assertThatThrownBy(() -> elements(file))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "tenant_contracts.json: no JSON array at line %d, column %d (expected: [ {…}, … ]; one"
                + " object a line belongs in a .jsonl file)",
            line, column);
  }

  @Test
  void thePositionIsThatOfTheLineOfTheFault() {
    assertThatThrownBy(() -> elements("[\n  {\"a\": 1},\n  {\"b\": oops}\n]"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("at line 3, column 9 ");
    assertThatThrownBy(() -> elements("[\n {}\n]\n x"))
        .hasMessageContaining("at line 4, column 2 ");
    assertThatThrownBy(() -> elements("[\n {},\n")).hasMessageContaining("at line 3, column 1 ");
    assertThatThrownBy(() -> elements("{\"tenant_id\": 1}\n{\"tenant_id\": 2}\n"))
        .hasMessageContaining("at line 1, column 1 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n", "\uFEFF"})
  void aFileWithNothingIsRefused(String file) {
    assertThatThrownBy(() -> elements(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no JSON array");
  }

  @Test
  void everyCutOfAnArrayIsRefused() {
    String file = "[{\"a\": [1, \"\\u00e9\", null]}, -1.5e3, true]";
    for (int cut = 0; cut < file.length(); cut++) {
      String part = file.substring(0, cut);
      assertThatThrownBy(() -> elements(part)).as(part).isInstanceOf(InputException.class);
    }
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    byte[] file = "[{\"a\": \"é\"}]".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> elements(file))
        .isInstanceOf(InputException.class)
        .hasMessage("tenant_contracts.json: not UTF-8 (expected: a JSON array in UTF-8)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE"})
  void textInAnotherEncodingIsRefused(String encoding) {
    Charset charset = Charset.forName(encoding);
    for (String text : List.of("[]", "[{\"a\": 1}, 2]", " []", "\uFEFF[]")) {
      assertThatThrownBy(() -> elements(text.getBytes(charset))).isInstanceOf(InputException.class);
    }
  }

  @Test
  void anElementMayBeOfAnyDepth() throws InputException {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    String objects = "{\"a\":".repeat(100_000) + "0" + "}".repeat(100_000);
    assertThat(elements("[1," + deep + "," + objects + ",2]"))
        .containsExactly("1", deep, objects, "2");
    assertThatThrownBy(() -> elements("[".repeat(100_000))).isInstanceOf(InputException.class);
  }

  @Test
  void anElementMayBeOfAnyLength() throws InputException {
    String text = "\"" + "x".repeat(2_000_000) + "\"";
    String digits = "1".repeat(2_000_000);
    assertThat(elements("[" + text + "," + digits + "," + digits + ".5, 0]"))
        .containsExactly(text, digits, digits + ".5", "0");
  }

  @Property(tries = 500)
  void elementsAreThoseThatWereJoined(@ForAll Random random) throws InputException {
    String[] kinds = {
      "0",
      "-0",
      "1.5",
      "1e5",
      "12345678901234567890",
      "\"\"",
      "\"가😀\"",
      "\"\\u00e9\\n\"",
      "true",
      "null",
      "[]",
      "{}",
      "{\"가\": [1, {\"b\": \"]\"}]}",
      "[ 1 , 2 ]",
      "{ }"
    };
    String[] spaces = {"", "", " ", "\n", "\r\n", "\t "};
    List<String> expected = new ArrayList<>();
    StringBuilder file = new StringBuilder(random.nextBoolean() ? "\uFEFF[" : "[");
    for (int i = random.nextInt(20); i > 0; i--) {
      String element = kinds[random.nextInt(kinds.length)];
      file.append(expected.isEmpty() ? "" : ",")
          .append(spaces[random.nextInt(spaces.length)])
          .append(element)
          .append(spaces[random.nextInt(spaces.length)]);
      expected.add(element);
    }
    assertThat(elements(file.append("]").toString())).isEqualTo(expected);
  }
}
