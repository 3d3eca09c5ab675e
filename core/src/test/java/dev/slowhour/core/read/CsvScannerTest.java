package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CsvScannerTest {

  private static final int MAX = LineReader.MAX_LINE_BYTES;

  /** A record as it was cut: its first and last line; of one that is too long the start. */
  private record Cut(long first, long last, String text, boolean blank, boolean tooLong) {}

  private static List<Cut> scan(InputStream in) throws IOException {
    List<Cut> records = new ArrayList<>();
    try (CsvScanner scanner = new CsvScanner(in)) {
      while (scanner.next()) {
        records.add(
            new Cut(
                scanner.lineNumber(),
                scanner.lastLineNumber(),
                new String(
                    scanner.buffer(),
                    scanner.from(),
                    scanner.to() - scanner.from(),
                    StandardCharsets.UTF_8),
                scanner.isBlank(),
                scanner.isTooLong()));
      }
      assertThat(scanner.next()).isFalse();
    }
    return records;
  }

  private static List<Cut> scan(String text) throws IOException {
    return scan(new ByteArrayInputStream(Lines.utf8(text)));
  }

  /** Each record as {@code first-last text}. */
  private static List<String> cut(String text) throws IOException {
    return scan(text).stream()
        .map(record -> record.first() + "-" + record.last() + " " + record.text())
        .toList();
  }

  @Test
  void aRecordEndsWithLineFeedAndMayLackItAtTheEnd() throws IOException {
    assertThat(cut("a,b\nc,d\r\ne,f")).containsExactly("1-1 a,b", "2-2 c,d", "3-3 e,f");
    assertThat(cut("")).isEmpty();
    assertThat(cut("\n")).containsExactly("1-1 ");
  }

  @Test
  void aByteOrderMarkIsDroppedAtTheStartOnly() throws IOException {
    assertThat(cut("\uFEFFa\n\uFEFFb")).containsExactly("1-1 a", "2-2 \uFEFFb");
    assertThat(cut("\uFEFF")).isEmpty();
  }

  @Test
  void aLoneCarriageReturnEndsNoRecord() throws IOException {
    assertThat(cut("a\rb,\"c\rd\"\r\ne\r")).containsExactly("1-1 a\rb,\"c\rd\"", "2-2 e\r");
  }

  @Test
  void aLineFeedInQuotesEndsNoRecord() throws IOException {
    assertThat(cut("\"a\n\n\"\"b\"\"\r\n\",c\nd"))
        .containsExactly("1-4 \"a\n\n\"\"b\"\"\r\n\",c", "5-5 d");
    assertThat(cut("a,\"\n\"")).containsExactly("1-2 a,\"\n\"");
  }

  @Test
  void aBlankLineHasANumberAndIsNoneInQuotes() throws IOException {
    List<Cut> records = scan("a\n \t\r\n\n\"\n\n\"\n\r");
    assertThat(records).extracting(Cut::first).containsExactly(1L, 2L, 3L, 4L, 7L);
    assertThat(records).extracting(Cut::blank).containsExactly(false, true, true, false, true);
  }

  @Test
  void behindAQuoteThatIsNotClosedReadingGoesOnAtTheNextLine() throws IOException {
    assertThat(cut("a\nb,\"c\nd\ne,f\n")).containsExactly("1-1 a", "2-2 b,\"c", "3-3 d", "4-4 e,f");
    assertThat(cut("\"a")).containsExactly("1-1 \"a");
    assertThat(cut("\"a\r\n\"\"")).containsExactly("1-1 \"a", "2-2 \"\"");
  }

  @Test
  void aQuoteThatIsNotClosedWithinAMebibyteEnclosesNothing() throws IOException {
    String far = "x".repeat(1_000) + "\n";
    String rest = far.repeat(2_000) + "\"\nlast";
    List<Cut> records = scan("a,\"b\n" + rest);
    assertThat(records).hasSize(2_003);
    assertThat(records.get(0)).isEqualTo(new Cut(1, 1, "a,\"b", false, false));
    assertThat(records.get(1).text()).isEqualTo("x".repeat(1_000));
    // The quote of the line before the last is not closed either.
    assertThat(records.get(2_002)).isEqualTo(new Cut(2_003, 2_003, "last", false, false));
  }

  @Test
  void aQuoteMayBeClosedAtTheVeryEndOfAMebibyteAndNotBehindIt() throws IOException {
    for (String end : List.of("\n", "\r\n", "")) {
      String longest = "\"\n" + "x".repeat(MAX - 3) + "\"";
      assertThat(scan(longest + end)).containsExactly(new Cut(1, 2, longest, false, false));
      String longer = "\"\n" + "x".repeat(MAX - 2) + "\"";
      assertThat(scan(longer + end))
          .extracting(Cut::first, Cut::last)
          .containsExactly(tuple(1L, 1L), tuple(2L, 2L));
    }
  }

  @Test
  void aRecordOfAMebibyteIsARecordAndOneByteMoreIsTooLong() throws IOException {
    for (String end : List.of("\n", "\r\n", "")) {
      String longest = "\"\n\"," + "x".repeat(MAX - 4);
      assertThat(scan(longest + end + (end.isEmpty() ? "" : "b")))
          .extracting(Cut::tooLong)
          .containsOnly(false);
      List<Cut> records = scan(longest + "x" + end + (end.isEmpty() ? "" : "b"));
      assertThat(records.get(0).tooLong()).isTrue();
      assertThat(records.get(0).last()).isEqualTo(2);
      assertThat(records.get(0).text()).startsWith("\"\n\"," + "x".repeat(1_996));
      if (!end.isEmpty()) {
        assertThat(records.get(1)).isEqualTo(new Cut(3, 3, "b", false, false));
      }
    }
  }

  @Test
  void aRecordOfTenMegabytesIsReadPastToTheEndOfItsLine() throws IOException {
    List<Cut> records =
        scan("a\n" + "x,".repeat(5_000_000) + "\"y\nb\n\"" + "z".repeat(10_000_000) + "\nc");
    assertThat(records).extracting(Cut::first).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(records).extracting(Cut::tooLong).containsExactly(false, true, false, true, false);
  }

  @Test
  void aFaultEndsTheRecordAtTheNextLineFeed() throws IOException {
    assertThat(cut("a\"b,\"c\nd\n")).containsExactly("1-1 a\"b,\"c", "2-2 d");
    assertThat(cut("\"a\"b,\"c\nd\n")).containsExactly("1-1 \"a\"b,\"c", "2-2 d");
    assertThat(cut("\"a\n\" ,\"c\nd\n")).containsExactly("1-2 \"a\n\" ,\"c", "3-3 d");
    assertThat(cut("\"a\"\r,\"c\nd\n")).containsExactly("1-1 \"a\"\r,\"c", "2-2 d");
  }

  /** A scanner that looked for the end of each quote anew would take days for this file. */
  @Test
  @Timeout(20)
  void noArrangementOfQuotesMakesItSlow() throws IOException {
    for (String line :
        List.of("x\",\"y\n", "\"\n", "a,\"b\n", "\"\"\"\n", ",\",\"\",\n", "\" \n")) {
      String text = line.repeat(12_000_000 / line.length());
      List<Cut> records = scan(text);
      assertThat(records.get(records.size() - 1).last())
          .isEqualTo(text.chars().filter(c -> c == '\n').count());
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
    new CsvScanner(in).close();
    assertThat(closed[0]).isTrue();
  }

  @Provide
  Arbitrary<String> csvish() {
    return Arbitraries.of(
            "\"", "\"", ",", ",", "\n", "\n", "\r\n", "\r", "a", "7", " ", "가", "\"\"", "\u0000")
        .list()
        .ofMaxSize(40)
        .map(CsvScannerTest::joined);
  }

  @Property(tries = 5_000)
  void everyLineBelongsToOneRecord(@ForAll("csvish") String text) throws IOException {
    List<Cut> records = scan(text);
    long next = 1;
    for (Cut record : records) {
      assertThat(record.first()).isEqualTo(next);
      next = record.last() + 1;
    }
    long lines = text.chars().filter(c -> c == '\n').count();
    assertThat(next - 1).isEqualTo(text.isEmpty() || text.endsWith("\n") ? lines : lines + 1);
  }

  @Property(tries = 300)
  void howTheStreamIsHandedOverChangesNothing(@ForAll("csvish") String text, @ForAll Random random)
      throws IOException {
    String longText = (text + "\n" + "x".repeat(random.nextInt(3_000)) + text).repeat(600);
    byte[] bytes = Lines.utf8(longText);
    InputStream chopped =
        new ByteArrayInputStream(bytes) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(300_000)));
          }
        };
    assertThat(scan(chopped)).isEqualTo(scan(new ByteArrayInputStream(bytes)));
  }

  @Provide
  Arbitrary<String> wellFormed() {
    Arbitrary<String> bare =
        Arbitraries.of("a", "7", " ", "가", ".").list().ofMaxSize(3).map(CsvScannerTest::joined);
    Arbitrary<String> quoted =
        Arbitraries.of("\"\"", ",", "\n", "\r\n", "a", " ")
            .list()
            .ofMaxSize(5)
            .map(parts -> "\"" + joined(parts) + "\"");
    Arbitrary<String> record =
        Arbitraries.oneOf(bare, quoted)
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(cells -> String.join(",", cells));
    return Combinators.combine(record.list().ofMaxSize(6), Arbitraries.of("\n", "\r\n"))
        .as((records, end) -> String.join(end, records));
  }

  private static String joined(List<String> parts) {
    return String.join("", parts);
  }

  @Property(tries = 5_000)
  void recordsAreThoseOfTheLibrary(@ForAll("wellFormed") String text) throws IOException {
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(text)) {
      assertThat(scan(text).stream().map(Cut::first).toList())
          .isEqualTo(reader.stream().map(CsvRecord::getStartingLineNumber).toList());
    }
  }
}
