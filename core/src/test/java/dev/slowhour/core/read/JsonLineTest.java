package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.outcome;
import static dev.slowhour.core.read.Lines.request;
import static dev.slowhour.core.read.Lines.requestWith;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import dev.slowhour.core.data.RequestRow;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is one JSON object, tried on lines of requests. */
class JsonLineTest {

  private static final String MALFORMED = "malformed_json[]";
  private static final String ROW = "row";

  private static final LineReader<RequestRow> READER = new RequestLogReader(Duration.ofHours(1));

  private static String nested(int arrays) {
    return "[".repeat(arrays) + "]".repeat(arrays);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "{",
        "}",
        "{}{}",
        "[]",
        "[{}]",
        "0",
        "1.5",
        "\"text\"",
        "true",
        "null",
        "NaN",
        "Infinity",
        "-Infinity",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1,,\"b\":2}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{\"a\":1;\"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":'1'}",
        "{1:1}",
        "{null:1}",
        "{\"a\":[1,]}",
        "{\"a\":[,1]}",
        "{\"a\":[1}",
        "{\"a\":{]}",
        "{\"a\":1]",
        "{\"a\":01}",
        "{\"a\":-01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":5.}",
        "{\"a\":-}",
        "{\"a\":1e}",
        "{\"a\":1e+}",
        "{\"a\":0x1F}",
        "{\"a\":1_000}",
        "{\"a\":1,000}",
        "{\"a\":1a}",
        "{\"a\":True}",
        "{\"a\":truee}",
        "{\"a\":nul}",
        "{\"a\":undefined}",
        "{\"a\":NaN}",
        "{\"a\":-NaN}",
        "{\"a\":Infinity}",
        "{\"a\":+Infinity}",
        "{\"a\":-Infinity}",
        "{\"a\":INF}",
        "{\"a\":[NaN]}",
        "{\"a\":\"\\x41\"}",
        "{\"a\":\"\\'\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\u12G4\"}",
        "{\"a\":\"\\",
        "{\"a\":\"b}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\u0000\"}",
        "{\"a\":\"\u001F\"}",
        "{\"a\":\"\r\"}",
        "{\"a\t\":1}",
        "{\"a\":1} // comment",
        "{\"a\":1} # comment",
        "{/* comment */\"a\":1}",
        "{\"a\":1} x",
        "{\"a\":1},",
        "{\"a\":1}]",
        "{\"a\":1}}",
        "{\"a\":1} {\"a\":2}",
        "{\"a\":1} null",
        "{\"a\":1}\u0000",
        "\u0000{\"a\":1}",
        "{\u0000\"a\":1}",
        "\u000B{}",
        "\f{}",
        "\u00A0{}",
        "{\u3000}",
        "{}\u0085",
      })
  void aLineThatIsNotOneObjectIsMalformed(String line) {
    assertThat(outcome(line)).isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"x\": NaN",
        "\"x\": Infinity",
        "\"x\": 'a'",
        "x: 1",
        "'x': 1",
        "\"x\": 1,",
        "\"x\": 01",
        "\"x\": /**/ 1",
        "\"x\": \"\t\"",
        "\"x\": \"\\a\"",
        "\"x\": {\"y\": NaN}",
        "\"x\": [1, 2",
        "\"x\": 1} ",
      })
  void aFaultInAFieldThatIsIgnoredIsAFaultOfTheLine(String further) {
    assertThat(outcome(requestWith(further))).isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"x\": null",
        "\"x\": true",
        "\"x\": \"\"",
        "\"\": 1",
        "\"x\": {}",
        "\"x\": []",
        "\"x\": [{\"tpot_ms\": \"no\"}]",
        "\"x\": {\"request_id\": 5, \"tenant_id\": null}",
        "\"x\": -0",
        "\"x\": 1e999999999999",
        "\"x\": -1.5E-99999999999999",
        "\"x\": \"\\u0000\"",
        "\"x\": \"\\ud800\"",
        "\"\\ud83d\\ude00\": 1",
        "\"\\u0000\": 1",
        "\"x\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"x\": \"\u007F\u0085\u2028\uFEFF\"",
        "\"x\": 1, \"x\": 2",
        "\"REQUEST_ID\": 1",
        "\"request_id \": 1",
        "\"Request_id\": 1",
        "\"valid_from\": 5",
      })
  void furtherFieldsAreIgnored(String further) {
    assertThat(outcome(requestWith(further))).isEqualTo(ROW);
  }

  /** The grammar of JSON has such names; the parser refuses them, as I-JSON (RFC 7493) does. */
  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "a\\udc00", "\\udc00\\ud800", "\\ud83dx"})
  void aLoneSurrogateInANameIsAFaultOfTheLine(String name) {
    assertThat(outcome(requestWith("\"" + name + "\": 1"))).isEqualTo(MALFORMED);
    assertThat(outcome(requestWith("\"x\": {\"" + name + "\": 1}"))).isEqualTo(MALFORMED);
    assertThat(outcome(requestWith("\"x\": {\"y\": \"" + name + "\"}"))).isEqualTo(ROW);
  }

  @Test
  void whiteSpaceAroundAndWithinIsSpaceTabAndCr() {
    String spaced = request().replace("\": ", "\"\t:\r ").replace(", \"", " ,\t\r\"");
    assertThat(outcome(" \t\r{ \r" + spaced.substring(1))).isEqualTo(ROW);
    assertThat(outcome(" \t\r" + request() + "\r \t\r")).isEqualTo(ROW);
  }

  @Test
  void ofEqualNamesTheLastCounts() {
    assertThat(outcome("{\"tpot_ms\": \"no\", " + request().substring(1))).isEqualTo(ROW);
    assertThat(outcome(requestWith("\"tpot_ms\": \"no\""))).isEqualTo("invalid_field[tpot_ms]");
    assertThat(outcome(requestWith("\"tpot_ms\": null"))).isEqualTo("invalid_field[tpot_ms]");
    assertThat(outcome(requestWith("\"tpot_ms\": {}"))).isEqualTo("invalid_field[tpot_ms]");
    assertThat(outcome(requestWith("\"tpot_ms\": [], \"tpot_ms\": 1"))).isEqualTo(ROW);
    RequestRow row = Lines.row(READER, requestWith("\"ttft_ms\": 7, \"request_id\": \"last\""));
    assertThat(row.ttftMs()).isEqualTo(7);
    assertThat(row.requestId()).isEqualTo("last");
  }

  @Test
  void aNameIsTheSameHoweverItIsEscaped() {
    RequestRow row = Lines.row(READER, requestWith("\"ttft\\u005fms\": 8"));
    assertThat(row.ttftMs()).isEqualTo(8);
    assertThat(Lines.row(READER, requestWith("\"\\u0074tft_ms\": 9")).ttftMs()).isEqualTo(9);
    assertThat(
            Lines.row(READER, request().replace("ttft_ms", "\\u0074tft\\u005F\\u006ds")).ttftMs())
        .isEqualTo(300);
  }

  @Test
  void valuesAreTheSameHoweverTheyAreEscaped() {
    RequestRow row =
        Lines.row(
            READER,
            request(
                "request_id", "\"\\ud83d\\ude00\\u0041\\/\"",
                "arrived_at", "\"2026-10-13\\u005410:17\\u005a\""));
    assertThat(row.requestId()).isEqualTo("😀A/");
    assertThat(row.arrivedAt()).isEqualTo("2026-10-13T10:17:00Z");
  }

  @Test
  void fiveHundredLevelsAreReadAndOneMoreIsNot() {
    assertThat(outcome(requestWith("\"x\": " + nested(499)))).isEqualTo(ROW);
    assertThat(outcome(requestWith("\"x\": " + nested(500)))).isEqualTo(MALFORMED);
    assertThat(outcome(requestWith("\"x\": " + nested(100_000)))).isEqualTo(MALFORMED);
    assertThat(outcome(requestWith("\"x\": " + "[".repeat(100_000)))).isEqualTo(MALFORMED);
    String objects = "{\"y\":".repeat(499) + "1" + "}".repeat(499);
    assertThat(outcome(requestWith("\"x\": " + objects))).isEqualTo(ROW);
    assertThat(outcome(requestWith("\"x\": {\"y\":" + objects + "}"))).isEqualTo(MALFORMED);
  }

  @Test
  void depthIsCountedInFieldsThatAreReadToo() {
    assertThat(outcome(request("tpot_ms", nested(499)))).isEqualTo("invalid_field[tpot_ms]");
    assertThat(outcome(request("tpot_ms", nested(500)))).isEqualTo(MALFORMED);
    assertThat(outcome("[".repeat(600))).isEqualTo(MALFORMED);
    assertThat(outcome("{\"a\":".repeat(600))).isEqualTo(MALFORMED);
  }

  @Test
  void depthIsNotTheNumberOfArrays() {
    String many = String.join(",", Collections.nCopies(10_000, "[{}]"));
    assertThat(outcome(requestWith("\"x\": [" + many + "]"))).isEqualTo(ROW);
  }

  @Test
  void aByteOrderMarkIsOnlyDroppedAtTheStartOfAFile() {
    assertThat(outcome("\uFEFF" + request())).isEqualTo(MALFORMED);
    assertThat(outcome(" \uFEFF" + request())).isEqualTo(MALFORMED);
    assertThat(outcome(request() + "\uFEFF")).isEqualTo(MALFORMED);
    assertThat(outcome("\uFEFF{}")).isEqualTo(MALFORMED);
    assertThat(outcome("\uFEFF")).isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE"})
  void textInAnotherEncodingIsMalformed(String encoding) {
    Charset charset = Charset.forName(encoding);
    assertThat(outcome(request().getBytes(charset))).isEqualTo(MALFORMED);
    assertThat(outcome(("\uFEFF" + request()).getBytes(charset))).isEqualTo(MALFORMED);
    assertThat(outcome("{}".getBytes(charset))).isEqualTo(MALFORMED);
    assertThat(outcome(" {}".getBytes(charset))).isEqualTo(MALFORMED);
  }

  @Test
  void textInLatin1IsMalformed() {
    byte[] line = request("request_id", "\"é\"").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(outcome(line)).isEqualTo(MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "C080",
        "E08080",
        "F08080AF",
        "EDA080",
        "EDBFBF",
        "EDA0BDEDB880",
        "C3",
        "E282",
        "F09F98",
        "F4908080",
        "F5808080",
        "FF",
        "80"
      })
  void bytesThatAreNoUtf8AreMalformedInEveryField(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    for (String line :
        List.of(
            request("request_id", "\"@\""),
            requestWith("\"x\": \"@\""),
            requestWith("\"@\": 1"),
            requestWith("\"x\": [{\"y\": \"@\"}]"),
            request() + "@",
            "@" + request())) {
      int at = line.indexOf('@');
      byte[] whole =
          Lines.concat(
              Lines.utf8(line.substring(0, at)), bytes, Lines.utf8(line.substring(at + 1)));
      assertThat(outcome(whole)).as(line).isEqualTo(MALFORMED);
    }
  }

  @Test
  void tenThousandFurtherFieldsAreIgnored() {
    String further =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "\"field_" + i + "\": " + i)
            .collect(Collectors.joining(", "));
    assertThat(outcome(requestWith(further))).isEqualTo(ROW);
  }

  @Test
  void namesOfOneHashAreIgnoredLikeOthers() {
    // "Aa" and "BB" have the same String.hashCode, and so have all rows of them.
    String strings =
        IntStream.range(0, 1 << 13)
            .mapToObj(
                i ->
                    "\""
                        + IntStream.range(0, 13)
                            .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                            .collect(Collectors.joining())
                        + "\": 1")
            .collect(Collectors.joining(", "));
    assertThat(outcome(requestWith(strings))).isEqualTo(ROW);
  }

  @Test
  void namesOfOneHashInTheParsersOwnTableAreIgnoredLikeOthers() {
    String further =
        namesOfOneParserHash(10_000).stream()
            .map(name -> "\"" + name + "\": 1")
            .collect(Collectors.joining(", "));
    for (int line = 0; line < 3; line++) {
      assertThat(Lines.outcome(Lines.read(READER, requestWith(further)))).isEqualTo(ROW);
    }
    assertThat(Lines.outcome(Lines.read(READER, request()))).isEqualTo(ROW);
  }

  /** Names of eight letters for which the parser's name table computes the same hash. */
  private static List<String> namesOfOneParserHash(int count) {
    ByteQuadsCanonicalizer table = ByteQuadsCanonicalizer.createRoot();
    Random random = new Random(1);
    int target = 0x12345678;
    int inverseOf33 = inverse(33);
    List<String> names = new ArrayList<>();
    int expected = 0;
    while (names.size() < count) {
      int first = quad(random);
      int hash = first + (first >>> 15);
      hash ^= hash >>> 9;
      int second = (target - hash) * inverseOf33;
      byte[] name = ByteBuffer.allocate(8).putInt(first).putInt(second).array();
      if (isPlain(name)) {
        names.add(new String(name, StandardCharsets.US_ASCII));
        int own = table.calcHash(first, second);
        expected = names.size() == 1 ? own : expected;
        assertThat(own).isEqualTo(expected);
      }
    }
    return names;
  }

  private static int quad(Random random) {
    int quad = 0;
    for (int i = 0; i < 4; i++) {
      quad = quad << 8 | ('a' + random.nextInt(26));
    }
    return quad;
  }

  private static boolean isPlain(byte[] name) {
    for (byte b : name) {
      if (b < '#' || b > '~' || b == '\\') {
        return false;
      }
    }
    return true;
  }

  private static int inverse(int odd) {
    int inverse = odd;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  @Provide
  Arbitrary<byte[]> jsonish() {
    return Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\\",
            "\\u00",
            "0",
            "-",
            "1e9",
            ".",
            "true",
            "nul",
            "\"a\"",
            "\"tpot_ms\"",
            " ",
            "\t",
            "\r",
            "\u0000",
            "가",
            "😀",
            "\uFEFF",
            "/",
            "'")
        .list()
        .ofMaxSize(30)
        .map(parts -> Lines.utf8(String.join("", parts)));
  }

  @Property(tries = 3_000)
  void noLineIsTooOddToBeRead(@ForAll("jsonish") byte[] line) {
    assertThat(outcome(line)).isIn(MALFORMED, outcome("{}"), "invalid_field" + allButTpot());
  }

  private static String allButTpot() {
    return "[request_id, tenant_id, endpoint_id, accel_pool, arrived_at, input_tokens,"
        + " output_tokens, ttft_ms]";
  }

  @Property(tries = 1_000)
  void noBytesAreTooOddToBeRead(@ForAll byte[] line) {
    assertThat(outcome(line)).isEqualTo(MALFORMED);
  }
}
