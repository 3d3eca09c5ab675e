package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.RawLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineScannerTest {

  private static final int MAX = 1_048_576;
  private static final int BUFFER = 256 * 1024;

  /** A line as it was cut; of one that is too long the start. */
  private record Line(long number, String text, boolean blank, boolean tooLong) {}

  /** Hands over a random number of bytes at a time. */
  private static final class ShortReads extends InputStream {
    private final InputStream in;
    private final Random random;
    private final int most;

    ShortReads(byte[] bytes, Random random, int most) {
      this.in = new ByteArrayInputStream(bytes);
      this.random = random;
      this.most = most;
    }

    @Override
    public int read() throws IOException {
      return in.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return in.read(bytes, offset, Math.min(length, 1 + random.nextInt(most)));
    }
  }

  private static List<Line> scan(InputStream in) throws IOException {
    List<Line> lines = new ArrayList<>();
    try (LineScanner scanner = new LineScanner(in)) {
      while (scanner.next()) {
        lines.add(
            new Line(
                scanner.lineNumber(),
                new String(
                    scanner.buffer(),
                    scanner.from(),
                    scanner.to() - scanner.from(),
                    StandardCharsets.ISO_8859_1),
                scanner.isBlank(),
                scanner.isTooLong()));
      }
      assertThat(scanner.next()).isFalse();
      assertThat(scanner.lineNumber()).isEqualTo(lines.size());
      assertThat(scanner.isBroken()).isFalse();
    }
    return lines;
  }

  private static List<Line> scan(byte[] bytes) throws IOException {
    return scan(new ByteArrayInputStream(bytes));
  }

  private static List<String> texts(String file) throws IOException {
    return scan(Lines.utf8(file)).stream().map(Line::text).toList();
  }

  /** The rule of lines, taken at its word over the whole file. */
  private static List<Line> cutAtLineFeeds(byte[] bytes) {
    String file = new String(bytes, StandardCharsets.ISO_8859_1);
    if (file.startsWith("\u00EF\u00BB\u00BF")) {
      file = file.substring(3);
    }
    List<Line> lines = new ArrayList<>();
    int from = 0;
    while (from < file.length()) {
      int lineFeed = file.indexOf('\n', from);
      String line = file.substring(from, lineFeed < 0 ? file.length() : lineFeed);
      from += line.length() + 1;
      if (lineFeed >= 0 && line.endsWith("\r")) {
        line = line.substring(0, line.length() - 1);
      }
      boolean tooLong = line.length() > MAX;
      boolean blank = !tooLong && line.matches("[ \t\r]*");
      lines.add(new Line(lines.size() + 1, line, blank, tooLong));
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\uFEFF"})
  void aFileWithNothingHasNoLine(String file) throws IOException {
    assertThat(texts(file)).isEmpty();
  }

  @Test
  void aLineEndsWithLineFeed() throws IOException {
    assertThat(texts("a\nb\n")).containsExactly("a", "b");
    assertThat(texts("a\n\nb\n")).containsExactly("a", "", "b");
    assertThat(texts("\n")).containsExactly("");
    assertThat(texts("\n\n")).containsExactly("", "");
  }

  @Test
  void theLastLineMayLackItsLineFeed() throws IOException {
    assertThat(texts("a\nb")).containsExactly("a", "b");
    assertThat(texts("a")).containsExactly("a");
    assertThat(texts("a\n ")).containsExactly("a", " ");
  }

  @Test
  void oneCarriageReturnBeforeTheLineFeedIsDropped() throws IOException {
    assertThat(texts("a\r\nb\r\n")).containsExactly("a", "b");
    assertThat(texts("\r\n\r\n")).containsExactly("", "");
    assertThat(texts("a\r\r\n")).containsExactly("a\r");
    assertThat(texts("\r\r\n")).containsExactly("\r");
  }

  @Test
  void aLoneCarriageReturnEndsNoLine() throws IOException {
    assertThat(texts("a\rb\nc")).containsExactly("a\rb", "c");
    assertThat(texts("\ra\n")).containsExactly("\ra");
    assertThat(texts("a\n\rb")).containsExactly("a", "\rb");
    assertThat(texts("a\r")).containsExactly("a\r");
    assertThat(texts("\r")).containsExactly("\r");
  }

  @Test
  void otherLineEndsOfUnicodeEndNoLine() throws IOException {
    assertThat(scan(Lines.utf8("a\u0085b\u2028c\u2029d\u000Be\ff\n"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "\r", " \t\r ", "\r\r"})
  void aLineOfNothingButSpacesTabsAndCrIsBlank(String line) throws IOException {
    assertThat(scan(Lines.utf8(line + "\n"))).extracting(Line::blank).containsExactly(true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", " x ", "\f", "\u000B", "\u0000", "\u00A0", "\u3000", "\u2028"})
  void anyOtherLineIsNotBlank(String line) throws IOException {
    assertThat(scan(Lines.utf8(line + "\n"))).extracting(Line::blank).containsExactly(false);
  }

  @Test
  void aBlankLineHasANumber() throws IOException {
    assertThat(scan(Lines.utf8("a\n\n\r\n \nb")))
        .extracting(Line::number)
        .containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void oneByteOrderMarkAtTheStartIsDropped() throws IOException {
    assertThat(texts("\uFEFFa\nb")).containsExactly("a", "b");
    assertThat(texts("\uFEFF\na")).containsExactly("", "a");
    assertThat(texts("\uFEFF\r\n")).containsExactly("");
    assertThat(scan(Lines.utf8("\uFEFF\uFEFFa"))).containsExactly(line(1, "\uFEFFa"));
    assertThat(scan(Lines.utf8("a\n\uFEFFb"))).containsExactly(line(1, "a"), line(2, "\uFEFFb"));
    assertThat(scan(Lines.utf8("\n\uFEFF\n")).get(1)).isEqualTo(line(2, "\uFEFF"));
  }

  @Test
  void halfAByteOrderMarkIsContent() throws IOException {
    for (int length = 1; length < 3; length++) {
      byte[] start = Arrays.copyOf(Lines.utf8("\uFEFF"), length);
      assertThat(scan(start)).extracting(line -> line.text().length()).containsExactly(length);
      assertThat(scan(Lines.concat(start, Lines.utf8("\nb")))).hasSize(2);
    }
  }

  private static Line line(long number, String utf8) {
    String bytes = new String(Lines.utf8(utf8), StandardCharsets.ISO_8859_1);
    return new Line(number, bytes, false, false);
  }

  @ParameterizedTest
  @CsvSource({"LF", "CRLF", "none"})
  void aLineOfAMebibyteIsALineAndOneByteMoreIsNot(String end) throws IOException {
    byte[] lineEnd =
        switch (end) {
          case "LF" -> Lines.utf8("\n");
          case "CRLF" -> Lines.utf8("\r\n");
          default -> new byte[0];
        };
    byte[] before = Lines.utf8("before\n");
    for (int more = -1; more <= 4; more++) {
      byte[] text = new byte[MAX + more];
      Arrays.fill(text, (byte) 'x');
      List<Line> lines = scan(Lines.concat(before, text, lineEnd));
      assertThat(lines).hasSize(2);
      assertThat(lines.get(1).tooLong()).as("%d more", more).isEqualTo(more > 0);
      if (more <= 0) {
        assertThat(lines.get(1).text()).hasSize(MAX + more);
      }
    }
  }

  @Test
  void aCarriageReturnThatIsNotBeforeALineFeedCountsForTheLength() throws IOException {
    byte[] text = new byte[MAX + 1];
    Arrays.fill(text, (byte) 'x');
    text[MAX] = '\r';
    assertThat(scan(text).get(0).tooLong()).isTrue();
    assertThat(scan(Lines.concat(text, Lines.utf8("\n"))).get(0).tooLong()).isFalse();
    assertThat(scan(Lines.concat(text, Lines.utf8("\r\n"))).get(0).tooLong()).isTrue();
  }

  @Test
  void theByteOrderMarkDoesNotCountForTheLength() throws IOException {
    byte[] text = new byte[MAX];
    Arrays.fill(text, (byte) 'x');
    byte[] mark = Lines.utf8("\uFEFF");
    assertThat(scan(Lines.concat(mark, text)).get(0).tooLong()).isFalse();
    assertThat(scan(Lines.concat(mark, text, Lines.utf8("\r\n"))).get(0).tooLong()).isFalse();
    assertThat(scan(Lines.concat(mark, text, Lines.utf8("x"))).get(0).tooLong()).isTrue();
  }

  @Test
  void aLineOfTenMegabytesIsReadPastAndThoseBehindItKeepTheirNumbers() throws IOException {
    byte[] text = new byte[10_000_000];
    Arrays.fill(text, (byte) 'x');
    byte[] file = Lines.concat(Lines.utf8("a\n"), text, Lines.utf8("\r\nb\n"), text);
    List<Line> lines = scan(file);
    assertThat(lines).extracting(Line::number).containsExactly(1L, 2L, 3L, 4L);
    assertThat(lines).extracting(Line::tooLong).containsExactly(false, true, false, true);
    assertThat(lines.get(0).text()).isEqualTo("a");
    assertThat(lines.get(2).text()).isEqualTo("b");
    assertThat(lines.get(1).text()).startsWith("x".repeat(4 * RawLine.MAX_CODE_POINTS));
    assertThat(lines.get(3).text()).startsWith("x".repeat(4 * RawLine.MAX_CODE_POINTS));
  }

  @Test
  void aLineThatIsTooLongIsNeverHeld() throws IOException {
    try (LineScanner scanner = new LineScanner(new Endless(300_000_000L))) {
      assertThat(scanner.next()).isTrue();
      assertThat(scanner.isTooLong()).isTrue();
      assertThat(scanner.isBlank()).isFalse();
      assertThat(scanner.buffer().length).isLessThanOrEqualTo(2 * (MAX + 2));
      assertThat(scanner.next()).isFalse();
    }
  }

  /** So many spaces. */
  private static final class Endless extends InputStream {
    private long left;

    Endless(long length) {
      left = length;
    }

    @Override
    public int read() {
      return left-- > 0 ? ' ' : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int read = (int) Math.min(left, length);
      Arrays.fill(bytes, offset, offset + read, (byte) ' ');
      left -= read;
      return read;
    }
  }

  @Test
  void closingTheScannerClosesTheStream() throws IOException {
    boolean[] closed = {false};
    InputStream in =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    new LineScanner(in).close();
    assertThat(closed[0]).isTrue();
  }

  @Provide
  Arbitrary<byte[]> smallFiles() {
    return Arbitraries.of("a", "\r", "\n", "\n", "\r\n", " ", "\t", "\uFEFF", "가", "\u0000", "b")
        .list()
        .ofMaxSize(40)
        .map(parts -> Lines.utf8(String.join("", parts)));
  }

  @Property(tries = 2_000)
  void smallFilesAreCutAtTheirLineFeeds(@ForAll("smallFiles") byte[] file, @ForAll Random random)
      throws IOException {
    assertThat(scan(new ShortReads(file, random, 3))).isEqualTo(cutAtLineFeeds(file));
  }

  @Property(tries = 25)
  void linesAcrossBufferEndsAreCutAtTheirLineFeeds(@ForAll Random random) throws IOException {
    int[] lengths = {
      0,
      1,
      2,
      300,
      BUFFER - 1,
      BUFFER,
      BUFFER + 1,
      2 * BUFFER,
      MAX - 2,
      MAX - 1,
      MAX,
      MAX + 1,
      MAX + 2,
      MAX + 3,
      2 * MAX,
      2 * MAX + 4
    };
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int i = 0; i < 8; i++) {
      byte[] line = new byte[lengths[random.nextInt(lengths.length)]];
      Arrays.fill(line, (byte) ('a' + i));
      file.writeBytes(line);
      file.writeBytes(Lines.utf8(i == 7 ? "" : random.nextBoolean() ? "\n" : "\r\n"));
    }
    List<Line> actual = scan(new ShortReads(file.toByteArray(), random, 400_000));
    List<Line> expected = cutAtLineFeeds(file.toByteArray());
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      Line line = actual.get(i);
      assertThat(line.number()).isEqualTo(i + 1);
      assertThat(line.tooLong()).isEqualTo(expected.get(i).tooLong());
      assertThat(line.blank()).isEqualTo(expected.get(i).blank());
      if (line.tooLong()) {
        assertThat(line.text().length()).isGreaterThan(4 * RawLine.MAX_CODE_POINTS);
        assertThat(expected.get(i).text().startsWith(line.text())).isTrue();
      } else {
        assertThat(line.text().equals(expected.get(i).text())).isTrue();
      }
    }
  }
}
