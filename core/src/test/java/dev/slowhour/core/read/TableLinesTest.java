package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableLinesTest {

  private static final Duration BOUND = Duration.ofHours(1);
  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  @TempDir private Path folder;

  private record Line(Place place, Reading<?> reading, byte[] value) {

    String text() {
      return new String(value, StandardCharsets.UTF_8);
    }
  }

  private InputFile file(Table table, String name, byte[] content) throws IOException {
    return new InputFile(table, Files.write(folder.resolve(name), content), name);
  }

  private InputFile file(Table table, String name, String content) throws IOException {
    return file(table, name, content.getBytes(StandardCharsets.UTF_8));
  }

  private static List<Line> read(InputFile file) throws Exception {
    List<Line> lines = new ArrayList<>();
    TableLines.read(
        file, 0, BOUND, (place, reading, value) -> lines.add(new Line(place, reading, value)));
    return lines;
  }

  private static List<String> values(InputFile file) throws Exception {
    return read(file).stream().map(Line::text).toList();
  }

  // Lines of JSON.

  @Test
  void linesOfJsonStayAsTheyStandAlsoUnreadableOnes() throws Exception {
    InputFile file =
        file(
            Table.REQUEST_LOGS,
            "request_logs.jsonl",
            "\uFEFF" + Lines.request() + "  \r\n\n \t\r\nnot json\n{\"a\": 1.0}");

    assertThat(values(file)).containsExactly(Lines.request() + "  ", "not json", "{\"a\": 1.0}");
    assertThat(read(file))
        .extracting(line -> line.place().line(), line -> line.reading() instanceof Reading.Row)
        .containsExactly(tuple(1L, true), tuple(4L, false), tuple(5L, false));
  }

  @Test
  void aLineThatIsTooLongKeepsItsBeginningAndStaysTooLong() throws Exception {
    String beginning = Lines.request();
    String line = beginning + " ".repeat(3 * LineReader.MAX_LINE_BYTES);

    byte[] value = read(file(Table.REQUEST_LOGS, "r.jsonl", line + "\n")).get(0).value();

    assertThat(value).hasSize(LineReader.MAX_LINE_BYTES + 1);
    assertThat(new String(value, StandardCharsets.UTF_8)).startsWith(beginning);
    assertThat(value[value.length - 1]).isEqualTo((byte) ' ');
  }

  @Test
  void aLineOneByteTooLongStaysAsItStands() throws Exception {
    String line = "x".repeat(LineReader.MAX_LINE_BYTES + 1);

    assertThat(values(file(Table.REQUEST_LOGS, "r.jsonl", line + "\n"))).containsExactly(line);
  }

  @Test
  void elementsOfAnArrayAreValues() throws Exception {
    InputFile file =
        file(
            Table.TENANT_CONTRACTS,
            "tenant_contracts.json",
            "[ " + Lines.contract() + ",\n{\n \"tenant_id\": 1\n}, 7 ]");

    assertThat(values(file)).containsExactly(Lines.contract(), "{\n \"tenant_id\": 1\n}", "7");
    assertThat(read(file)).extracting(line -> line.place().line()).containsExactly(1L, 2L, 3L);
  }

  // CSV.

  @Test
  void recordsOfCsvBecomeObjectsWithNumbersAsTheyAreWritten() throws Exception {
    InputFile file =
        file(
            Table.POOL_METRICS,
            "pool_metrics.csv",
            """
            note,accel_pool,running,minute,kv_cache_util,queued_requests,note
            x,7,3,2026-10-13T10:17Z,0.930,"12","say ""so""
            가"
            x,pool,,2026-10-13T10:18Z,,007,
            x,pool,,2026-10-13T10:19Z,NaN,1e3
            bare"quote
            """);

    assertThat(values(file))
        .containsExactly(
            "{\"accel_pool\":\"7\",\"running\":3,\"minute\":\"2026-10-13T10:17Z\","
                + "\"kv_cache_util\":0.930,\"queued_requests\":12,\"note\":\"say \\\"so\\\"\\n가\"}",
            "{\"accel_pool\":\"pool\",\"minute\":\"2026-10-13T10:18Z\",\"kv_cache_util\":null,"
                + "\"queued_requests\":\"007\"}",
            "x,pool,,2026-10-13T10:19Z,NaN,1e3",
            "bare\"quote");
  }

  @Test
  void anEmptyValidFromIsAbsent() throws Exception {
    InputFile file =
        file(
            Table.TENANT_CONTRACTS,
            "c.csv",
            CsvLines.file(Table.TENANT_CONTRACTS, CsvLines.contract()));

    assertThat(values(file)).hasSize(1).allSatisfy(v -> assertThat(v).doesNotContain("valid_from"));
    assertThat(read(file).get(0).reading()).isInstanceOf(Reading.Row.class);
  }

  // Files that are none.

  @Test
  void aFileThatBreaksOffIsReadAsFarAsItGoes() throws Exception {
    byte[] whole = Lines.gzip(Lines.utf8((Lines.request() + "\n").repeat(5_000)));
    InputFile file =
        file(Table.REQUEST_LOGS, "r.jsonl.gz", Arrays.copyOf(whole, whole.length * 3 / 4));
    List<String> values = new ArrayList<>();

    OptionalLong end =
        TableLines.read(
            file,
            0,
            BOUND,
            (place, reading, value) -> values.add(new String(value, StandardCharsets.UTF_8)));

    assertThat(values).isNotEmpty().allMatch(Lines.request()::equals);
    assertThat(end).hasValue(values.size() + 1L);
  }

  @Test
  void whatIsWrongWithAFileIsSaidWithItsName() throws Exception {
    InputFile csv = file(Table.POOL_METRICS, "m.csv", "accel_pool\n");
    InputFile array = file(Table.TENANT_CONTRACTS, "c.json", "{}");
    InputFile missing = new InputFile(Table.REQUEST_LOGS, folder.resolve("no"), "no.jsonl");

    assertThatThrownBy(() -> read(csv))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("m.csv: line 1: no column minute, kv_cache_util");
    assertThatThrownBy(() -> read(array))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("c.json: no JSON array at line 1");
    assertThatThrownBy(() -> read(missing))
        .isInstanceOf(InputException.class)
        .hasMessage("no.jsonl: cannot be read: no such file");
  }

  @Test
  void whatFailsInTheConsumerIsNotTheFiles() throws Exception {
    InputFile file = file(Table.REQUEST_LOGS, "r.jsonl", "x\n");

    assertThatThrownBy(
            () ->
                TableLines.read(
                    file,
                    0,
                    BOUND,
                    (place, reading, value) -> {
                      throw new IOException("the disk is full");
                    }))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the disk is full");
  }

  // Whatever it is, the value says what the line says.

  static IntStream seeds() {
    return IntStream.range(0, 12);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aValueIsReadAsItsLine(int seed) throws Exception {
    boolean isCsv = seed % 2 == 1;
    Table table =
        List.of(Table.REQUEST_LOGS, Table.POOL_METRICS, Table.TENANT_CONTRACTS).get(seed / 2 % 3);
    byte[] content = MutatedLinesTest.mutated(table, isCsv, new Random(seed));
    ValueReader<?> values =
        switch (table) {
          case REQUEST_LOGS -> ValueReader.ofRequests(SEOUL, BOUND);
          case POOL_METRICS -> ValueReader.ofPoolMetrics(SEOUL);
          default -> ValueReader.ofContracts(SEOUL);
        };

    List<Line> lines = read(file(table, "lines" + (isCsv ? ".csv" : ".jsonl"), content));

    assertThat(lines)
        .hasSizeGreaterThan(500)
        .allSatisfy(line -> assertSays(values.read(line.place(), line.value()), line.reading()));
  }

  private static void assertSays(ReadValue<?> value, Reading<?> reading) {
    if (reading instanceof Reading.Row<?> row) {
      assertThat(value.rowOrNull()).isEqualTo(row.row());
    } else if (reading instanceof Reading.Fault<?> fault) {
      assertThat(value.notice().orElseThrow().code())
          .isEqualTo(
              fault.code() == NoticeCode.MALFORMED_CSV ? NoticeCode.MALFORMED_JSON : fault.code());
      assertThat(value.notice().orElseThrow().fields()).isEqualTo(fault.fields());
      assertThat(value.notice().orElseThrow().tenantId()).isEqualTo(fault.tenantId());
    }
  }
}
