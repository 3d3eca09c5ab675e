package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Good lines, mutated: nothing throws, and lines in are rows, notices, blank lines and headers. The
 * profile {@code fuzz} mutates a million lines, the build some thousands.
 */
class MutatedLinesTest {

  private static final int LINES_PER_FILE = 1_000;
  private static final int FILES = Integer.getInteger("slowhour.fuzz.files", 24);
  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  /** What a mutation puts in: what means something in a format, and what breaks encodings. */
  private static final String[] PIECES = {
    "\"",
    "\"\"",
    ",",
    ",\"",
    "\",",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "{",
    "}",
    "[",
    "]",
    ":",
    "\\",
    "\\u0000",
    "\\ud800",
    "null",
    "true",
    "NaN",
    "-",
    "0",
    "1e999999999",
    "18446744073709551616",
    "0.0000000000000000000000000000001",
    " ",
    "\t",
    "\u0000",
    "\u001B[2J",
    "\uFEFF",
    "가",
    "😀",
    "\u0085",
    "\u2028",
    "/",
    "·",
    "2026-10-13T10:17Z",
    "request_id",
    "\"ttft_ms\": 1, "
  };

  private static final byte[][] BROKEN = {
    {(byte) 0xFF},
    {(byte) 0xC1, (byte) 0x81},
    {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
    {(byte) 0xE2}
  };

  private static final Map<NoticeCode, Long> SEEN = new EnumMap<>(NoticeCode.class);
  private static long lines;
  private static long rows;
  private static long blank;

  @TempDir private Path folder;

  static IntStream seeds() {
    return IntStream.range(0, FILES);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void mutatedLinesAreRowsNoticesOrBlank(int seed) throws Exception {
    Random random = new Random(seed);
    boolean isCsv = seed % 2 == 1;
    Table table =
        List.of(Table.REQUEST_LOGS, Table.POOL_METRICS, Table.TENANT_CONTRACTS).get(seed / 2 % 3);
    byte[] content = mutated(table, isCsv, random);
    boolean isGzip = random.nextInt(4) == 0;
    String name = "t" + (isCsv ? ".csv" : ".jsonl") + (isGzip ? ".gz" : "");
    Path file = Files.write(folder.resolve(name), isGzip ? Lines.gzip(content) : content);
    InputFile input = new InputFile(table, file, name);

    switch (table) {
      case REQUEST_LOGS -> {
        try (RowScanner<RequestRow> scanner =
            RowScanner.ofRequests(input, 0, SEOUL, Duration.ofHours(1))) {
          scan(scanner, isCsv, lineCount(content));
        }
      }
      case POOL_METRICS -> {
        try (RowScanner<PoolMetric> scanner = RowScanner.ofPoolMetrics(input, 0, SEOUL)) {
          scan(scanner, isCsv, lineCount(content));
        }
      }
      default -> contracts(input, isCsv, content);
    }
    if (seed == FILES - 1) {
      System.out.println(
          "mutated lines: "
              + lines
              + ", rows: "
              + rows
              + ", blank: "
              + blank
              + ", notices: "
              + SEEN);
    }
  }

  private static void scan(RowScanner<?> scanner, boolean isCsv, long expectedLines)
      throws IOException {
    long rowsOfFile = 0;
    long noticesOfFile = 0;
    // Lines that are accounted for: each record starts behind the one before and blank lines.
    long accounted = isCsv ? 1 : 0;
    long blankBefore = 0;
    while (scanner.next()) {
      Place place =
          scanner.row().isPresent()
              ? scanner.row().get() instanceof RequestRow row
                  ? row.place()
                  : new Place(0, accounted + scanner.blankLines() - blankBefore + 1)
              : scanner.notice().orElseThrow().place();
      assertThat(place.line()).isEqualTo(accounted + scanner.blankLines() - blankBefore + 1);
      blankBefore = scanner.blankLines();
      accounted = scanner.linesRead();
      rowsOfFile += scanner.row().isPresent() ? 1 : 0;
      scanner.notice().ifPresent(MutatedLinesTest::check);
      noticesOfFile += scanner.notice().isPresent() ? 1 : 0;
      if (!isCsv) {
        assertThat(rowsOfFile + noticesOfFile + scanner.blankLines())
            .isEqualTo(scanner.linesRead());
      }
    }
    assertThat(accounted + scanner.blankLines() - blankBefore).isEqualTo(expectedLines);
    assertThat(scanner.linesRead()).isEqualTo(expectedLines);
    lines += expectedLines;
    rows += rowsOfFile;
    blank += scanner.blankLines();
  }

  private static void contracts(InputFile input, boolean isCsv, byte[] content) throws Exception {
    ContractFiles.Contracts contracts = ContractFiles.read(List.of(input), SEOUL);
    contracts.notices().forEach(MutatedLinesTest::check);
    long said =
        contracts.inForce().size()
            + contracts.notices().size()
            + (isCsv ? 1 : 0)
            + blankLines(input);
    if (isCsv) {
      assertThat(said).isLessThanOrEqualTo(lineCount(content));
    } else {
      assertThat(said).isEqualTo(lineCount(content));
    }
    lines += lineCount(content);
    rows += contracts.inForce().size();
  }

  private static long blankLines(InputFile input) throws IOException {
    long count = 0;
    try (RecordScanner scanner = input.scanner(input.open())) {
      while (scanner.next()) {
        count += scanner.isBlank() ? 1 : 0;
      }
    }
    return count;
  }

  private static void check(Notice notice) {
    SEEN.merge(notice.code(), 1L, Long::sum);
    String raw = notice.rawLine().orElseThrow();
    assertThat(raw.codePointCount(0, raw.length())).isLessThanOrEqualTo(500);
    assertThat(raw.codePoints().noneMatch(c -> Character.getType(c) == Character.CONTROL)).isTrue();
    boolean isMalformed =
        notice.code() == NoticeCode.MALFORMED_JSON || notice.code() == NoticeCode.MALFORMED_CSV;
    assertThat(notice.fields().isEmpty()).isEqualTo(isMalformed);
  }

  static byte[] mutated(Table table, boolean isCsv, Random random) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    if (random.nextInt(8) == 0) {
      content.writeBytes(Lines.utf8("\uFEFF"));
    }
    if (isCsv) {
      content.writeBytes(Lines.utf8(CsvLines.header(table) + ",note\n"));
    }
    for (int i = 0; i < LINES_PER_FILE; i++) {
      byte[] line = Lines.utf8(isCsv ? CsvLines.row(table) + ",\"a \"\"note\"\"\"" : json(table));
      int mutations = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(3);
      for (int m = 0; m < mutations; m++) {
        line = mutated(line, random);
      }
      content.writeBytes(line);
      content.writeBytes(Lines.utf8(random.nextInt(5) == 0 ? "\r\n" : "\n"));
      if (random.nextInt(3_000) == 0) {
        content.writeBytes(
            ("\"".repeat(random.nextInt(2)) + "x".repeat(1_100_000) + "\n")
                .getBytes(StandardCharsets.UTF_8));
      }
    }
    return content.toByteArray();
  }

  private static String json(Table table) {
    return switch (table) {
      case REQUEST_LOGS -> Lines.request();
      case POOL_METRICS -> Lines.metric();
      default -> Lines.contract();
    };
  }

  private static byte[] mutated(byte[] line, Random random) {
    int at = random.nextInt(line.length + 1);
    int end = Math.min(line.length, at + random.nextInt(random.nextInt(4) == 0 ? 200 : 4));
    byte[] before = Arrays.copyOf(line, at);
    byte[] after = Arrays.copyOfRange(line, at, line.length);
    byte[] behind = Arrays.copyOfRange(line, end, line.length);
    byte[] cut = Arrays.copyOfRange(line, at, end);
    byte[] piece = Lines.utf8(PIECES[random.nextInt(PIECES.length)]);
    return switch (random.nextInt(7)) {
      case 0 -> Lines.concat(before, piece, after);
      case 1 -> Lines.concat(before, piece, behind);
      case 2 -> Lines.concat(before, behind);
      case 3 -> Lines.concat(before, cut, cut, after);
      case 4 -> Lines.concat(before, BROKEN[random.nextInt(BROKEN.length)], after);
      case 5 -> Lines.concat(before, new byte[] {(byte) random.nextInt(256)}, behind);
      default -> random.nextInt(20) == 0 ? before : Lines.concat(before, piece, after);
    };
  }

  private static long lineCount(byte[] content) {
    long lineFeeds = 0;
    for (byte b : content) {
      lineFeeds += b == '\n' ? 1 : 0;
    }
    assertThat(content[content.length - 1]).isEqualTo((byte) '\n');
    return lineFeeds;
  }
}
