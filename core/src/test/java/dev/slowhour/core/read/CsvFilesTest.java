package dev.slowhour.core.read;

import static dev.slowhour.core.read.CsvLines.contract;
import static dev.slowhour.core.read.CsvLines.file;
import static dev.slowhour.core.read.CsvLines.header;
import static dev.slowhour.core.read.CsvLines.metric;
import static dev.slowhour.core.read.CsvLines.request;
import static dev.slowhour.core.read.Lines.gzip;
import static dev.slowhour.core.read.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFilesTest {

  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");
  private static final Duration BOUND = Duration.ofHours(1);
  private static final Table REQUESTS = Table.REQUEST_LOGS;

  @TempDir private Path folder;

  private final List<RequestRow> rows = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();

  /** {@code line id} or {@code line code fields} of a file of requests. */
  private List<String> requests(String name, byte[] content) throws IOException {
    Path file = Files.write(folder.resolve(name), content);
    rows.clear();
    notices.clear();
    List<String> said = new ArrayList<>();
    try (RowScanner<RequestRow> scanner =
        RowScanner.ofRequests(new InputFile(REQUESTS, file, name), 2, SEOUL, BOUND)) {
      while (scanner.next()) {
        scanner
            .row()
            .ifPresent(
                row -> {
                  rows.add(row);
                  said.add(row.place().line() + " " + row.requestId());
                });
        scanner
            .notice()
            .ifPresent(
                notice -> {
                  notices.add(notice);
                  said.add(notice.place().line() + " " + notice.code().code() + notice.fields());
                });
      }
    }
    return said;
  }

  private List<String> requests(String content) throws IOException {
    return requests("r.csv", utf8(content));
  }

  private String outcome(String... columnsAndCells) throws IOException {
    return requests(file(REQUESTS, request(columnsAndCells))).get(0);
  }

  private void assertNoHeader(String content, String message) {
    assertThatThrownBy(() -> requests(content)).isInstanceOf(IOException.class).hasMessage(message);
    InputFile input = new InputFile(REQUESTS, folder.resolve("r.csv"), "x/r.csv");
    assertThatThrownBy(() -> CsvHeaders.require(input))
        .isInstanceOf(InputException.class)
        .hasMessage("x/r.csv: " + message);
  }

  // The header.

  @Test
  void columnsStandInAnyOrderAndFurtherOnesAreIgnored() throws IOException {
    List<String> columns = new ArrayList<>(REQUESTS.columns());
    List<String> cells = new ArrayList<>(List.of(request().split(",")));
    Collections.reverse(columns);
    Collections.reverse(cells);
    String content =
        "note," + String.join(",", columns) + ",\n" + "\"\n\"," + String.join(",", cells) + ",\n";
    assertThat(requests(content)).containsExactly("2 req-1");
    assertThat(rows)
        .containsExactly(
            new RequestRow(
                new Place(2, 2),
                "req-1",
                "tnt-a",
                "ep-a",
                "gpu-pool-1",
                Instant.parse("2026-10-13T01:17:36.250Z"),
                1720,
                100,
                300,
                new BigDecimal("12.5")));
  }

  @Test
  void namesInTheHeaderMayBeQuotedAndAreTakenAsWritten() throws IOException {
    String quoted = "\"" + header(REQUESTS).replace(",", "\",\"") + "\"";
    assertThat(requests("\uFEFF" + quoted + "\r\n" + request())).containsExactly("2 req-1");
    assertNoHeader(
        header(REQUESTS).replace("ttft_ms,tpot_ms", "TTFT_ms, tpot_ms") + "\n",
        "line 1: no column ttft_ms, tpot_ms (expected: a header with request_id, tenant_id,"
            + " endpoint_id, accel_pool, arrived_at, input_tokens, output_tokens, ttft_ms,"
            + " tpot_ms)");
  }

  @Test
  void ofEqualNamesTheLastCounts() throws IOException {
    assertThat(requests("request_id," + header(REQUESTS) + "\nfirst," + request()))
        .containsExactly("2 req-1");
  }

  @Test
  void aHeaderThatIsNoneEndsTheRun() {
    assertNoHeader("a\"b\n", "line 1: a\"b (expected: a CSV header in UTF-8)");
    assertNoHeader("\"a\nb\n", "line 1: \"a (expected: a CSV header in UTF-8)");
    assertNoHeader("\n" + header(REQUESTS) + "\n", "line 1: blank (expected: a CSV header)");
    assertNoHeader("x".repeat(2_000_000), "line 1: too long (expected: a CSV header)");
  }

  @Test
  void aFileWithNothingOrOnlyBlankLinesOrOnlyAHeaderHasNoRows() throws IOException {
    for (String content :
        List.of("", "\uFEFF", "\n \t\r\n\n", header(REQUESTS), header(REQUESTS) + "\n\n")) {
      assertThat(requests(content)).isEmpty();
    }
  }

  @Test
  void aHeaderMaySpanLines() throws IOException {
    assertThat(requests("\"a\nb\"," + header(REQUESTS) + "\n," + request()))
        .containsExactly("3 req-1");
  }

  // Cells.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "input_tokens | 1720 | 2 req-1",
        "input_tokens | \"1720\" | 2 req-1",
        "input_tokens | 1720.0 | 2 invalid_field[input_tokens]",
        "input_tokens | 1e3 | 2 invalid_field[input_tokens]",
        "input_tokens | +1 | 2 invalid_field[input_tokens]",
        "input_tokens | 01 | 2 invalid_field[input_tokens]",
        "input_tokens | ' 1' | 2 invalid_field[input_tokens]",
        "input_tokens | '1 ' | 2 invalid_field[input_tokens]",
        "input_tokens | \"1,720\" | 2 invalid_field[input_tokens]",
        "input_tokens | 0 | 2 invalid_field[input_tokens]",
        "input_tokens | -0 | 2 invalid_field[input_tokens]",
        "input_tokens | -1 | 2 invalid_field[input_tokens]",
        "input_tokens | - | 2 invalid_field[input_tokens]",
        "input_tokens | '' | 2 invalid_field[input_tokens]",
        "input_tokens | \"\" | 2 invalid_field[input_tokens]",
        "input_tokens | null | 2 invalid_field[input_tokens]",
        "input_tokens | 9007199254740991 | 2 req-1",
        "input_tokens | 9007199254740992 | 2 invalid_field[input_tokens]",
        "input_tokens | 99999999999999999999999999 | 2 invalid_field[input_tokens]",
        "input_tokens | -99999999999999999999999999 | 2 invalid_field[input_tokens]",
        "ttft_ms | 2340ms | 2 invalid_field[ttft_ms]",
        "tpot_ms | 0 | 2 req-1",
        "tpot_ms | -0.0 | 2 req-1",
        "tpot_ms | 1.25e1 | 2 req-1",
        "tpot_ms | 12.5E+0 | 2 req-1",
        "tpot_ms | .5 | 2 invalid_field[tpot_ms]",
        "tpot_ms | 5. | 2 invalid_field[tpot_ms]",
        "tpot_ms | 5.e1 | 2 invalid_field[tpot_ms]",
        "tpot_ms | 5e | 2 invalid_field[tpot_ms]",
        "tpot_ms | 5e+ | 2 invalid_field[tpot_ms]",
        "tpot_ms | 1.5.5 | 2 invalid_field[tpot_ms]",
        "tpot_ms | 0x10 | 2 invalid_field[tpot_ms]",
        "tpot_ms | NaN | 2 invalid_field[tpot_ms]",
        "tpot_ms | Infinity | 2 invalid_field[tpot_ms]",
        "tpot_ms | 1e999999999 | 2 invalid_field[tpot_ms]",
        "tpot_ms | 1e-999999999 | 2 invalid_field[tpot_ms]",
        "tpot_ms | 18446744073709551616 | 2 invalid_field[tpot_ms]",
        "request_id | 17 | 2 17",
        "request_id | true | 2 true",
        "request_id | \"a,b\" | 2 a,b",
        "request_id | \"say \"\"hi\"\"\" | 2 say \"hi\"",
        "request_id | \"\"\"\" | 2 \"",
        "request_id | \"\" | 2 invalid_field[request_id]",
        "request_id | ' a' | 2 invalid_field[request_id]",
        "arrived_at | \"2026-10-13T01:17Z\" | 2 req-1",
        "arrived_at | 2026-10-13 10:17 | 2 invalid_field[arrived_at]",
      })
  void aCellIsReadAsWhatItsColumnHolds(String column, String cell, String expected)
      throws IOException {
    assertThat(outcome(column, cell)).isEqualTo(expected);
  }

  @Test
  void aTpotIsTheDecimalThatIsWritten() throws IOException {
    outcome("tpot_ms", "\"1.250e1\"");
    assertThat(rows.get(0).tpotMs()).isEqualTo(new BigDecimal("12.50"));
  }

  @Test
  void anEmptyCellIsNullInPoolMetrics() throws IOException {
    Path path =
        Files.writeString(
            folder.resolve("m.csv"),
            file(
                Table.POOL_METRICS,
                metric("kv_cache_util", "", "queued_requests", "\"\""),
                metric("kv_cache_util", "null"),
                metric("kv_cache_util", "93"),
                metric("accel_pool", "", "minute", "")));
    List<String> said = new ArrayList<>();
    try (RowScanner<PoolMetric> scanner =
        RowScanner.ofPoolMetrics(new InputFile(Table.POOL_METRICS, path, "m.csv"), 0, SEOUL)) {
      while (scanner.next()) {
        said.add(
            scanner.row().isPresent()
                ? scanner.row().get().kvCacheUtil() + " " + scanner.row().get().queuedRequests()
                : scanner.notice().orElseThrow().fields().toString());
      }
    }
    assertThat(said)
        .containsExactly(
            "Optional.empty Optional.empty",
            "[kv_cache_util]",
            "[kv_cache_util]",
            "[accel_pool, minute]");
  }

  @Test
  void contractsMayBeCsvAndTheirValidFromEmptyOrNoColumn() throws Exception {
    String withoutValidFrom =
        file(Table.TENANT_CONTRACTS, contract("endpoint_id", "ep-b"))
            .replace(",valid_from\n", "\n")
            .replace(",\n", "\n");
    Files.writeString(folder.resolve("a.csv"), withoutValidFrom);
    Files.write(
        folder.resolve("b.csv.gz"),
        gzip(
            file(
                Table.TENANT_CONTRACTS,
                contract(),
                contract("valid_from", "2026-10-13T00:00Z"),
                contract("valid_from", "soon"),
                contract(),
                "x")));
    ContractFiles.Contracts contracts =
        ContractFiles.read(
            List.of(
                new InputFile(Table.TENANT_CONTRACTS, folder.resolve("a.csv"), "a.csv"),
                new InputFile(Table.TENANT_CONTRACTS, folder.resolve("b.csv.gz"), "b.csv.gz")),
            SEOUL);
    assertThat(contracts.inForce())
        .extracting(Contract::endpointId, Contract::validFromOrNull)
        .containsExactlyInAnyOrder(
            tuple("ep-b", null),
            tuple("ep-a", null),
            tuple("ep-a", Instant.parse("2026-10-13T00:00:00Z")));
    assertThat(contracts.notices())
        .extracting(notice -> notice.place().line() + " " + notice.code().code() + notice.fields())
        .containsExactly(
            "4 invalid_field[valid_from]",
            "6 malformed_csv[]",
            "2 duplicate_contract[tenant_id, endpoint_id, valid_from]");
  }

  @Test
  void poolsMayBeCsv() throws Exception {
    Files.writeString(
        folder.resolve("pools.csv"),
        file(Table.POOLS, "a,A,true", "b,B,false", "c,C,TRUE", "d,D,\"true\"", "e,E,"));
    PoolFiles.Pools pools =
        PoolFiles.read(
            List.of(new InputFile(Table.POOLS, folder.resolve("pools.csv"), "pools.csv")), SEOUL);
    assertThat(pools.synthetic()).containsExactlyInAnyOrder("a", "d");
    assertThat(pools.notices())
        .extracting(notice -> notice.place().line() + " " + notice.fields())
        .containsExactly("4 [synthetic]", "6 [synthetic]");
  }

  // Records.

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "x,",
        "a\"b,,,,,,,,",
        "\"a\"b,,,,,,,,",
        "\"a\" ,,,,,,,,",
        " \"a\",,,,,,,,",
        "\"a\"\r,,,,,,,,",
        ",,,,,,,,,",
        ",,,,,,,",
      })
  void aRowThatIsNoneOfTheHeaderIsMalformedAndOthersAreRead(String row) throws IOException {
    assertThat(requests(file(REQUESTS, request(), row, request())))
        .containsExactly("2 req-1", "3 malformed_csv[]", "4 req-1");
  }

  @Test
  void aRowOfEmptyCellsLacksThemAll() throws IOException {
    assertThat(requests(file(REQUESTS, ",,,,,,,,")))
        .containsExactly("2 invalid_field" + REQUESTS.columns());
  }

  @Test
  void aRecordMaySpanLinesAndItsNoticeStandsAtTheFirst() throws IOException {
    String noted = header(REQUESTS) + ",note\n";
    String spanning = request() + ",\"two\r\n\nlines\"";
    String wrong = request("ttft_ms", "0") + ",\"two\u0007\nlines\"";
    assertThat(requests(noted + spanning + "\n" + wrong + "\n\n" + request() + ",x"))
        .containsExactly("2 req-1", "5 invalid_field[ttft_ms]", "8 req-1");
    assertThat(notices)
        .containsExactly(
            new Notice(
                REQUESTS,
                new Place(2, 5),
                NoticeCode.INVALID_FIELD,
                List.of("ttft_ms"),
                "tnt-a",
                "ep-a",
                Instant.parse("2026-10-13T01:00:00Z"),
                wrong.replace('\u0007', '\uFFFD').replace('\n', '\uFFFD')));
  }

  @Test
  void aLineFeedInAnIdIsAFaultOfTheField() throws IOException {
    assertThat(requests(file(REQUESTS, request("request_id", "\"a\nb\""), request())))
        .containsExactly("2 invalid_field[request_id]", "4 req-1");
  }

  @Test
  void behindAQuoteThatIsNotClosedLinesAreRead() throws IOException {
    assertThat(requests(file(REQUESTS, "\"" + request(), request(), request())))
        .containsExactly("2 malformed_csv[]", "3 req-1", "4 req-1");
    String[] many = new String[20_000];
    Arrays.fill(many, request());
    many[0] = request("tenant_id", "\"tnt-a");
    many[19_998] = request("tenant_id", "tnt-a\"");
    List<String> said = requests(file(REQUESTS, many));
    assertThat(said).hasSize(20_000);
    assertThat(said.get(0)).isEqualTo("2 malformed_csv[]");
    assertThat(said.get(19_998)).isEqualTo("20000 malformed_csv[]");
    assertThat(rows).hasSize(19_998);
    assertThat(notices.get(0).rawLine()).contains(many[0]);
  }

  @Test
  void aRecordThatIsTooLongIsMalformedAndShowsItsStart() throws IOException {
    String tooLong = "가".repeat(4_000_000);
    assertThat(requests(file(REQUESTS, tooLong, request())))
        .containsExactly("2 malformed_csv[]", "3 req-1");
    assertThat(notices.get(0).rawLine()).contains("가".repeat(500));
  }

  @Test
  void linesEndWithLineFeedOrCrLfAndTheLastMayLackIt() throws IOException {
    assertThat(
            requests("\uFEFF" + header(REQUESTS) + "\r\n" + request() + "\r\n \t\r\n" + request()))
        .containsExactly("2 req-1", "4 req-1");
  }

  @Test
  void aLoneCarriageReturnBelongsToItsCell() throws IOException {
    assertThat(outcome("request_id", "req\r-1")).isEqualTo("2 invalid_field[request_id]");
    assertThat(outcome("tpot_ms", "12.5\r")).isEqualTo("2 req-1");
    assertThat(outcome("ttft_ms", "300\r")).isEqualTo("2 invalid_field[ttft_ms]");
    assertThat(requests(header(REQUESTS) + ",note\n" + request() + ",a\rb\n"))
        .containsExactly("2 req-1");
  }

  @Test
  void bytesThatAreNoUtf8AreMalformedInEveryCell() throws IOException {
    byte[] content =
        Lines.concat(
            utf8(header(REQUESTS) + ",note\n" + request() + ","),
            new byte[] {(byte) 0xC1, (byte) 0x81},
            utf8("\n" + request() + ",가\n"));
    assertThat(requests("r.csv", content)).containsExactly("2 malformed_csv[]", "3 req-1");
    assertThat(notices.get(0).rawLine().orElseThrow()).endsWith(",\uFFFD\uFFFD");
  }

  @Test
  void textInUtf16HasNoHeader() {
    byte[] content = file(REQUESTS, request()).getBytes(StandardCharsets.UTF_16LE);
    assertThatThrownBy(() -> requests("r.csv", content))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("line 1: ");
  }

  @Test
  void nulAndEscapeCharactersAreFaultsInIdsAndShownAsReplacement() throws IOException {
    assertThat(outcome("request_id", "\u0000\u001B[2J")).isEqualTo("2 invalid_field[request_id]");
    assertThat(notices.get(0).rawLine().orElseThrow()).startsWith("\uFFFD\uFFFD[2J,tnt-a,");
  }

  @Test
  void tenThousandFurtherColumnsAreIgnored() throws IOException {
    assertThat(
            requests(
                header(REQUESTS)
                    + ",x".repeat(10_000)
                    + "\n"
                    + request()
                    + ",\"y\"".repeat(10_000)))
        .containsExactly("2 req-1");
  }

  // Compressed.

  @Test
  void aCompressedFileThatBreaksOffIsReadUpToThere() throws IOException {
    byte[] whole = gzip(file(REQUESTS, request(), request(), "\"a\nb\""));
    whole[whole.length - 8] ^= 1;
    assertThat(requests("r.csv.gz", whole))
        .containsExactly("2 req-1", "3 req-1", "4 malformed_csv[]", "6 truncated_input[]");
    byte[] members =
        Lines.concat(gzip(header(REQUESTS)), gzip("\n" + request() + "\n"), utf8("garbage"));
    assertThat(requests("r.csv.gz", members)).containsExactly("2 req-1", "3 truncated_input[]");
    assertThat(requests("r.csv.gz", Arrays.copyOf(whole, 12)))
        .containsExactly("1 truncated_input[]");
  }

  @Test
  void aRecordInWhichAFileBreaksOffIsNotRead() throws IOException {
    byte[] wrongChecksum = gzip(header(REQUESTS) + "\n" + request() + "\n" + request());
    wrongChecksum[wrongChecksum.length - 8] ^= 1;
    assertThat(requests("r.csv.gz", wrongChecksum))
        .containsExactly("2 req-1", "3 truncated_input[]");
  }

  @Test
  void rawLinesAreFoundAgainByTheLineOfTheirRecord() throws IOException {
    String noted = header(REQUESTS) + ",note\n";
    Path path =
        Files.writeString(
            folder.resolve("r.csv"),
            noted + request() + ",\"a\nb\"\n\"c\n" + request("request_id", "x") + ",\n");
    InputFile input = new InputFile(REQUESTS, path, "r.csv");
    try (RawLineLookup lookup = new RawLineLookup()) {
      assertThat(lookup.rawLine(input, 2)).contains(request() + ",\"a\uFFFDb\"");
      assertThat(lookup.rawLine(input, 4)).contains("\"c");
      assertThat(lookup.rawLine(input, 5)).contains(request("request_id", "x") + ",");
      assertThat(lookup.rawLine(input, 6)).isEmpty();
      assertThat(lookup.rawLine(input, 2)).contains(request() + ",\"a\uFFFDb\"");
    }
  }

  /** Whatever the library writes comes back as it was. */
  @Property(tries = 500)
  void textsComeBackAsTheLibraryWroteThem(@ForAll Random random) throws Exception {
    List<List<String>> texts = new ArrayList<>();
    StringWriter csv = new StringWriter();
    try (CsvWriter writer =
        random.nextBoolean()
            ? CsvWriter.builder().build(csv)
            : CsvWriter.builder().quoteStrategy(QuoteStrategies.ALWAYS).build(csv)) {
      writer.writeRecord(Table.TENANT_CONTRACTS.columns());
      for (int i = random.nextInt(5); i >= 0; i--) {
        List<String> cells = new ArrayList<>(List.of(contract().split(",", -1)));
        for (int column : new int[] {0, 1, 2, 3, 8}) {
          cells.set(column, text(random));
        }
        writer.writeRecord(cells);
        texts.add(List.of(cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(8)));
      }
    }
    Path path = Files.createTempFile("csv", ".csv");
    try {
      Files.writeString(path, csv.toString());
      InputFile input = new InputFile(Table.TENANT_CONTRACTS, path, "c.csv");
      List<List<String>> read = new ArrayList<>();
      try (RecordScanner scanner = input.scanner(input.open())) {
        CsvRecordReader reader = new CsvRecordReader(Table.TENANT_CONTRACTS);
        Cells cells = new Cells(9);
        assertThat(scanner.next()).isTrue();
        reader.readHeader(scanner);
        while (scanner.next()) {
          assertThat(reader.read(scanner.buffer(), scanner.from(), scanner.to(), cells)).isTrue();
          List<String> row = new ArrayList<>();
          for (int column : new int[] {0, 1, 2, 3, 8}) {
            row.add(cells.kind(column) == Cells.Kind.MISSING ? "" : cells.text(column));
          }
          read.add(row);
          assertThat(cells.integer(7)).isEqualTo(4096);
        }
      }
      assertThat(read).isEqualTo(texts);
    } finally {
      Files.delete(path);
    }
  }

  private static String text(Random random) {
    String alphabet = "ab,\"\n\r 가😀\t\u0000";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      int at = random.nextInt(alphabet.codePointCount(0, alphabet.length()));
      text.appendCodePoint(alphabet.codePointAt(alphabet.offsetByCodePoints(0, at)));
    }
    return text.toString();
  }
}
