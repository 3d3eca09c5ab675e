package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.gzip;
import static dev.slowhour.core.read.Lines.metric;
import static dev.slowhour.core.read.Lines.request;
import static dev.slowhour.core.read.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowScannerTest {

  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");
  private static final Duration BOUND = Duration.ofHours(1);
  private static final int SOURCE = 2;

  @TempDir private Path folder;

  /** What became of a file: {@code line code fields window_start}, and rows by line and id. */
  private record Scanned(List<String> said, List<Notice> notices, long rows, long blankLines) {}

  private static Scanned scanRequests(Path file) throws IOException {
    InputFile input = new InputFile(Table.REQUEST_LOGS, file, "any");
    try (RowScanner<RequestRow> rows = RowScanner.ofRequests(input, SOURCE, SEOUL, BOUND)) {
      Scanned scanned = scan(rows);
      assertThat(rows.fileBytesRead()).isEqualTo(Files.size(file));
      return scanned;
    }
  }

  private static Scanned scan(RowScanner<?> scanner) throws IOException {
    List<String> said = new ArrayList<>();
    List<Notice> notices = new ArrayList<>();
    long rows = 0;
    while (scanner.next()) {
      assertThat(scanner.row().isPresent()).isNotEqualTo(scanner.notice().isPresent());
      if (scanner.row().isPresent()) {
        rows++;
        if (scanner.row().get() instanceof RequestRow row) {
          assertThat(row.place().source()).isEqualTo(SOURCE);
          said.add(row.place().line() + " " + row.requestId());
        }
      } else {
        Notice notice = scanner.notice().orElseThrow();
        assertThat(notice.place().source()).isEqualTo(SOURCE);
        notices.add(notice);
        said.add(
            notice.place().line()
                + " "
                + notice.code().code()
                + notice.fields()
                + notice.windowStart().map(start -> " " + SEOUL.minuteText(start)).orElse(""));
      }
    }
    assertThat(scanner.next()).isFalse();
    assertThat(scanner.row()).isEmpty();
    assertThat(scanner.notice()).isEmpty();
    return new Scanned(said, notices, rows, scanner.blankLines());
  }

  private Scanned scanRequests(String name, byte[] content) throws IOException {
    return scanRequests(Files.write(folder.resolve(name), content));
  }

  private Scanned scanRequests(String content) throws IOException {
    return scanRequests("request_logs.jsonl", utf8(content));
  }

  private static String at(String time, String... namesAndJson) {
    List<String> all = new ArrayList<>(List.of(namesAndJson));
    all.addAll(List.of("arrived_at", "\"2026-10-13T" + time + "+09:00\""));
    return request(all.toArray(String[]::new));
  }

  @Test
  void aFileWithNothingHasNeitherRowsNorNotices() throws IOException {
    assertThat(scanRequests("").said()).isEmpty();
    assertThat(scanRequests("\uFEFF").said()).isEmpty();
    assertThat(scanRequests("\n \r\n").blankLines()).isEqualTo(2);
  }

  @Test
  void everyLineThatIsNotBlankIsARowOrANotice() throws IOException {
    Scanned scanned =
        scanRequests("\uFEFF" + at("10:00") + "\r\n\n{}\n \t\r\n" + at("11:00") + "\nx");
    assertThat(scanned.said())
        .containsExactly(
            "1 req-1",
            "3 invalid_field[request_id, tenant_id, endpoint_id, accel_pool, arrived_at,"
                + " input_tokens, output_tokens, ttft_ms, tpot_ms] 2026-10-13T10:00+09:00",
            "5 req-1",
            "6 malformed_json[] 2026-10-13T11:00+09:00");
    assertThat(scanned.blankLines()).isEqualTo(2);
  }

  @Test
  void aNoticeBelongsToTheHourOfItsLineOrOfTheNearestEarlierLineWithAReadableTime()
      throws IOException {
    Scanned scanned =
        scanRequests(
            String.join(
                "\n",
                "x",
                at("10:59:59.999999999"),
                "x",
                at("12:00", "ttft_ms", "0"),
                "x",
                at("09:30", "ttft_ms", "3600001"),
                request("arrived_at", "\"10:17\""),
                "",
                at("13:30"),
                "x"));
    assertThat(scanned.said())
        .containsExactly(
            "1 malformed_json[]",
            "2 req-1",
            "3 malformed_json[] 2026-10-13T10:00+09:00",
            "4 invalid_field[ttft_ms] 2026-10-13T12:00+09:00",
            "5 malformed_json[] 2026-10-13T12:00+09:00",
            "6 implausible_duration[ttft_ms, tpot_ms, output_tokens] 2026-10-13T09:00+09:00",
            "7 invalid_field[arrived_at] 2026-10-13T09:00+09:00",
            "9 req-1",
            "10 malformed_json[] 2026-10-13T13:00+09:00");
  }

  @Test
  void aNoticeShowsItsLineAndItsIds() throws IOException {
    String line = at("10:00", "ttft_ms", "0");
    Scanned scanned = scanRequests("x\u0007\r\n" + line + "\r\n" + "가".repeat(600) + "\n");
    assertThat(scanned.notices())
        .containsExactly(
            new Notice(
                Table.REQUEST_LOGS,
                new Place(SOURCE, 1),
                NoticeCode.MALFORMED_JSON,
                List.of(),
                null,
                null,
                null,
                "x\uFFFD"),
            new Notice(
                Table.REQUEST_LOGS,
                new Place(SOURCE, 2),
                NoticeCode.INVALID_FIELD,
                List.of("ttft_ms"),
                "tnt-a",
                "ep-a",
                Instant.parse("2026-10-13T01:00:00Z"),
                line),
            new Notice(
                Table.REQUEST_LOGS,
                new Place(SOURCE, 3),
                NoticeCode.MALFORMED_JSON,
                List.of(),
                null,
                null,
                Instant.parse("2026-10-13T01:00:00Z"),
                "가".repeat(500)));
  }

  @Test
  void aLineThatIsTooLongIsMalformedAndThoseBehindItAreRead() throws IOException {
    String good = at("10:00");
    String tooLong = good.replace("{", "{" + " ".repeat(10_000_000));
    Scanned scanned = scanRequests(good + "\n" + tooLong + "\n" + good + "\n" + tooLong);
    assertThat(scanned.said())
        .containsExactly(
            "1 req-1",
            "2 malformed_json[] 2026-10-13T10:00+09:00",
            "3 req-1",
            "4 malformed_json[] 2026-10-13T10:00+09:00");
    assertThat(scanned.notices().get(0).rawLine()).contains("{" + " ".repeat(499));
  }

  @Test
  void aLineOfAMebibyteIsARowAndOneByteMoreIsNot() throws IOException {
    String good = at("10:00");
    String longest = good.replace("{", "{" + " ".repeat(1_048_576 - good.length()));
    assertThat(utf8(longest)).hasSize(1_048_576);
    Scanned scanned =
        scanRequests(longest + "\r\n" + longest + "\n" + longest + " \n" + longest + "\r");
    assertThat(scanned.said())
        .containsExactly(
            "1 req-1",
            "2 req-1",
            "3 malformed_json[] 2026-10-13T10:00+09:00",
            "4 malformed_json[] 2026-10-13T10:00+09:00");
    assertThat(scanRequests(longest).said()).containsExactly("1 req-1");
  }

  @Test
  void poolMetricsBelongToTheHourOfTheirMinute() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("pool_metrics.jsonl"),
            String.join(
                "\n",
                metric("minute", "\"10:46\""),
                metric(),
                metric("minute", "\"10:46\""),
                metric("minute", "\"2026-10-13T15:40+09:00\"", "kv_cache_util", "93"),
                "[]",
                metric("minute", "\"2026-10-13T16:40:01+09:00\"")));
    InputFile input = new InputFile(Table.POOL_METRICS, file, "any");
    try (RowScanner<?> rows = RowScanner.ofPoolMetrics(input, SOURCE, SEOUL)) {
      Scanned scanned = scan(rows);
      assertThat(scanned.rows()).isEqualTo(1);
      assertThat(scanned.said())
          .containsExactly(
              "1 invalid_field[minute]",
              "3 invalid_field[minute] 2026-10-13T10:00+09:00",
              "4 invalid_field[kv_cache_util] 2026-10-13T15:00+09:00",
              "5 malformed_json[] 2026-10-13T15:00+09:00",
              "6 invalid_field[minute] 2026-10-13T15:00+09:00");
      assertThat(scanned.notices())
          .allSatisfy(notice -> assertThat(notice.table()).isEqualTo(Table.POOL_METRICS))
          .allSatisfy(notice -> assertThat(notice.tenantId()).isEmpty());
    }
  }

  @Test
  void severalGzipMembersAreOneFileAndALineMayGoOnInTheNext() throws IOException {
    String good = at("10:00");
    byte[] file =
        Lines.concat(
            gzip(good + "\n" + good.substring(0, 40)), gzip(good.substring(40) + "\n"), gzip(good));
    assertThat(scanRequests("r.jsonl.gz", file).said())
        .containsExactly("1 req-1", "2 req-1", "3 req-1");
  }

  @Test
  void aFileThatBreaksOffIsOneNoticeAtTheLineAfterTheLastWholeOne() throws IOException {
    String good = at("10:00");
    byte[] wrongChecksum = gzip(good + "\nx\n\n" + good);
    wrongChecksum[wrongChecksum.length - 8] ^= 1;
    Scanned scanned = scanRequests("r.jsonl.gz", wrongChecksum);
    assertThat(scanned.said())
        .containsExactly(
            "1 req-1",
            "2 malformed_json[] 2026-10-13T10:00+09:00",
            "4 truncated_input[] 2026-10-13T10:00+09:00");
    assertThat(scanned.blankLines()).isEqualTo(1);
    assertThat(scanned.notices().get(1))
        .isEqualTo(
            new Notice(
                Table.REQUEST_LOGS,
                new Place(SOURCE, 4),
                NoticeCode.TRUNCATED_INPUT,
                List.of(),
                null,
                null,
                Instant.parse("2026-10-13T01:00:00Z"),
                ""));
  }

  @Test
  void garbageBehindTheLastMemberIsOneNoticeBehindTheLastLine() throws IOException {
    byte[] file = Lines.concat(gzip(at("10:00") + "\n"), utf8("garbage\n"));
    assertThat(scanRequests("r.jsonl.gz", file).said())
        .containsExactly("1 req-1", "2 truncated_input[] 2026-10-13T10:00+09:00");
  }

  @Test
  void aGzipFileOfNoBytesIsBrokenAndOneOfNothingIsNot() throws IOException {
    assertThat(scanRequests("r.jsonl.gz", new byte[0]).said())
        .containsExactly("1 truncated_input[]");
    assertThat(scanRequests("r.jsonl.gz", utf8(at("10:00"))).said())
        .containsExactly("1 truncated_input[]");
    assertThat(scanRequests("r.jsonl.gz", gzip("")).said()).isEmpty();
  }

  @Test
  void aFileThatIsCutInALineThatIsTooLongBreaksOffAtThatLine() throws IOException {
    byte[] whole = gzip(at("10:00") + "\n" + "x".repeat(3_000_000));
    byte[] cut = Arrays.copyOf(whole, whole.length - 9);
    assertThat(scanRequests("r.jsonl.gz", cut).said())
        .containsExactly("1 req-1", "2 truncated_input[] 2026-10-13T10:00+09:00");
    cut = Arrays.copyOf(gzip("x".repeat(3_000_000)), 100);
    assertThat(scanRequests("r.jsonl.gz", cut).said()).containsExactly("1 truncated_input[]");
  }

  @Test
  void aGzipFileThatIsCutAnywhereDeliversItsWholeLinesAndOneNotice() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= 4; i++) {
      lines.append(at("10:0" + i, "request_id", "\"" + i + "\"")).append('\n');
    }
    byte[] first = gzip(lines.toString());
    byte[] file = Lines.concat(first, gzip(lines.toString()));
    for (int cut = 0; cut < file.length; cut++) {
      Scanned scanned = scanRequests("r.jsonl.gz", Arrays.copyOf(file, cut));
      boolean whole = cut == first.length;
      int rows = (int) scanned.rows();
      assertThat(scanned.notices()).as("cut at %d", cut).hasSize(whole ? 0 : 1);
      assertThat(rows).isBetween(cut < first.length ? 0 : 4, cut <= first.length ? 4 : 8);
      if (!whole) {
        assertThat(scanned.notices().get(0).code()).isEqualTo(NoticeCode.TRUNCATED_INPUT);
        assertThat(scanned.notices().get(0).place()).isEqualTo(new Place(SOURCE, rows + 1));
      }
    }
  }

  @Test
  void aFileThatIsNotThereCannotBeOpened() {
    InputFile input = new InputFile(Table.REQUEST_LOGS, folder.resolve("no.jsonl"), "no.jsonl");
    assertThatThrownBy(() -> RowScanner.ofRequests(input, 0, SEOUL, BOUND))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aFileOfAnotherTableIsRefused() {
    InputFile metrics = new InputFile(Table.POOL_METRICS, folder.resolve("m"), "m");
    assertThatThrownBy(() -> RowScanner.ofRequests(metrics, 0, SEOUL, BOUND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("table: pool_metrics (expected: request_logs)");
    InputFile requests = new InputFile(Table.REQUEST_LOGS, folder.resolve("r"), "r");
    assertThatThrownBy(() -> RowScanner.ofPoolMetrics(requests, 0, SEOUL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("table: request_logs (expected: pool_metrics)");
  }

  @Property(tries = 1_000)
  void linesInAreRowsNoticesAndBlankLines(@ForAll Random random) throws IOException {
    byte[] content = mutated(random);
    Path file = Files.createTempFile("rows", ".jsonl");
    try {
      Scanned scanned = scanRequests(Files.write(file, content));
      assertThat(scanned.rows() + scanned.notices().size() + scanned.blankLines())
          .isEqualTo(lineCount(content));
      List<Long> numbers =
          scanned.said().stream().map(said -> Long.valueOf(said.split(" ", 2)[0])).toList();
      assertThat(numbers).isSorted().doesNotHaveDuplicates();
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 500)
  void aDamagedGzipFileNeverThrowsAndBreaksOffOnce(@ForAll Random random) throws IOException {
    byte[] content = gzip(mutated(random));
    for (int i = random.nextInt(3); i >= 0; i--) {
      content[random.nextInt(content.length)] = (byte) random.nextInt(256);
    }
    Path file = Files.createTempFile("rows", ".jsonl.gz");
    try {
      List<Notice> notices = scanRequests(Files.write(file, content)).notices();
      for (int i = 0; i < notices.size() - 1; i++) {
        assertThat(notices.get(i).code()).isNotEqualTo(NoticeCode.TRUNCATED_INPUT);
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Some good lines of which a few bytes were changed, put in, taken out or cut off. */
  private static byte[] mutated(Random random) {
    List<String> lines = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      lines.add(at(String.format(Locale.ROOT, "%02d:15:30.5", random.nextInt(24))));
    }
    byte[] content = utf8(String.join(random.nextBoolean() ? "\n" : "\r\n", lines));
    for (int i = random.nextInt(8); i > 0 && content.length > 0; i--) {
      int at = random.nextInt(content.length);
      byte[] before = Arrays.copyOf(content, at);
      byte[] after = Arrays.copyOfRange(content, at, content.length);
      content =
          switch (random.nextInt(5)) {
            case 0 -> Lines.concat(before, new byte[] {(byte) random.nextInt(256)}, after);
            case 1 -> Lines.concat(before, Arrays.copyOfRange(after, 1, after.length));
            case 2 -> Lines.concat(before, utf8("\n"), after);
            case 3 -> Lines.concat(before, utf8("{}[]\",:0-e.\\ \r".substring(i, i + 2)), after);
            default -> random.nextInt(4) == 0 ? before : Lines.concat(before, after);
          };
    }
    return content;
  }

  private static long lineCount(byte[] content) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    long lineFeeds = text.chars().filter(c -> c == '\n').count();
    return lineFeeds + (text.isEmpty() || text.endsWith("\n") ? 0 : 1);
  }
}
