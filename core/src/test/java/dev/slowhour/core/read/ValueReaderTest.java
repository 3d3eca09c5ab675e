package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.contract;
import static dev.slowhour.core.read.Lines.metric;
import static dev.slowhour.core.read.Lines.request;
import static dev.slowhour.core.read.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueReaderTest {

  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");
  private static final Duration BOUND = Duration.ofHours(1);
  private static final Place PLACE = new Place(3, 4_000_000_000L);

  private final ValueReader<RequestRow> requests = ValueReader.ofRequests(SEOUL, BOUND);

  private Notice notice(byte[] valueOrNull) {
    ReadValue<RequestRow> read = requests.read(PLACE, valueOrNull);
    assertThat(read.row()).isEmpty();
    return read.notice().orElseThrow();
  }

  private static byte[] padded(int length) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) ' ');
    byte[] line = utf8(request());
    System.arraycopy(line, 0, value, 0, line.length);
    return value;
  }

  @Test
  void aGoodValueIsARowAtItsPartitionAndOffset() {
    ReadValue<RequestRow> read = requests.read(PLACE, utf8(request()));

    assertThat(read.notice()).isEmpty();
    assertThat(read.row()).map(RequestRow::place).contains(PLACE);
    assertThat(read.row()).map(RequestRow::requestId).contains("req-1");
    assertThat(read.instantOrNull()).isEqualTo(Instant.parse("2026-10-13T01:17:36.250Z"));
  }

  @Test
  void aValueOverSeveralLinesIsOneLine() {
    byte[] value = utf8(request().replace(", ", ",\r\n  "));

    assertThat(requests.read(PLACE, value).row()).isPresent();
  }

  @Test
  void aRecordWithoutAValueIsMalformed() {
    assertThat(notice(null))
        .isEqualTo(
            new Notice(
                Table.REQUEST_LOGS,
                PLACE,
                NoticeCode.MALFORMED_JSON,
                List.of(),
                null,
                null,
                null,
                ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "\r\n", "\n", " \r \n\n"})
  void aBlankValueIsNeitherARowNorANotice(String value) {
    assertThat(requests.read(PLACE, utf8(value))).isEqualTo(new ReadValue<>(null, null, null));
  }

  @Test
  void aValueMayBeAsLongAsALineWithoutItsEnd() {
    assertThat(requests.read(PLACE, padded(1_048_576)).row()).isPresent();

    byte[] withLineEnd = padded(1_048_578);
    withLineEnd[1_048_576] = '\r';
    withLineEnd[1_048_577] = '\n';
    assertThat(requests.read(PLACE, withLineEnd).row()).isPresent();
  }

  @Test
  void aLongerValueIsMalformedAlsoWhenThereIsNothingInIt() {
    assertThat(notice(padded(1_048_577)).code()).isEqualTo(NoticeCode.MALFORMED_JSON);

    byte[] spaces = new byte[1_048_577];
    Arrays.fill(spaces, (byte) ' ');
    assertThat(notice(spaces).code()).isEqualTo(NoticeCode.MALFORMED_JSON);
  }

  @Test
  void theNoticeOfALongValueShowsItsBeginning() {
    assertThat(notice(padded(2_000_000)).rawLineOrNull())
        .hasSize(500)
        .startsWith("{\"request_id\": \"req-1\"");
  }

  @Test
  void aByteOrderMarkBelongsAtTheStartOfAFileOnly() {
    assertThat(notice(utf8("\uFEFF" + request())).code()).isEqualTo(NoticeCode.MALFORMED_JSON);
  }

  @Test
  void bytesThatAreNoUtf8AreMalformed() {
    byte[] value = utf8(request());
    value[15] = (byte) 0xFF;

    assertThat(notice(value).code()).isEqualTo(NoticeCode.MALFORMED_JSON);
  }

  @Test
  void aFaultWithATimeOfItsOwnBelongsToItsHour() {
    ReadValue<RequestRow> read = requests.read(PLACE, utf8(request("ttft_ms", "0")));

    assertThat(read.instantOrNull()).isEqualTo(Instant.parse("2026-10-13T01:17:36.250Z"));
    assertThat(read.notice())
        .contains(
            new Notice(
                Table.REQUEST_LOGS,
                PLACE,
                NoticeCode.INVALID_FIELD,
                List.of("ttft_ms"),
                "tnt-a",
                "ep-a",
                Instant.parse("2026-10-13T01:00:00Z"),
                request("ttft_ms", "0")));
  }

  @Test
  void aFaultWithoutATimeBelongsToNoHourYet() {
    // Whatever came before: a reader may read several partitions in turn.
    requests.read(PLACE, utf8(request()));
    ReadValue<RequestRow> read = requests.read(PLACE, utf8(request("arrived_at", "\"soon\"")));

    assertThat(read.instantOrNull()).isNull();
    assertThat(read.notice()).flatMap(Notice::windowStart).isEmpty();
  }

  @Test
  void aTooLongRequestIsImplausible() {
    assertThat(notice(utf8(request("ttft_ms", "3600001"))).code())
        .isEqualTo(NoticeCode.IMPLAUSIBLE_DURATION);
  }

  @Test
  void metricsAndContractsAreReadByTheirOwnRules() {
    ReadValue<PoolMetric> pool =
        ValueReader.ofPoolMetrics(SEOUL).read(PLACE, utf8(metric("kv_cache_util", "1.1")));
    ReadValue<Contract> version =
        ValueReader.ofContracts(SEOUL).read(PLACE, utf8(contract("model", "8")));

    assertThat(pool.instantOrNull()).isEqualTo(Instant.parse("2026-10-13T01:17:00Z"));
    assertThat(pool.notice()).map(Notice::fields).contains(List.of("kv_cache_util"));
    assertThat(version.instantOrNull()).isNull();
    assertThat(version.notice()).map(Notice::table).contains(Table.TENANT_CONTRACTS);
    assertThat(version.notice()).map(Notice::fields).contains(List.of("model"));
    assertThat(ValueReader.ofContracts(SEOUL).read(PLACE, utf8(contract())).row()).isPresent();
  }

  /** Lines with a piece put in, or out of which one was cut. */
  @Provide
  Arbitrary<byte[]> lines() {
    Arbitrary<byte[]> pieces =
        Arbitraries.bytes()
            .array(byte[].class)
            .ofMaxSize(6)
            .map(
                piece -> {
                  for (int i = 0; i < piece.length; i++) {
                    piece[i] = piece[i] == '\n' ? (byte) '"' : piece[i];
                  }
                  return piece;
                });
    byte[] line = utf8(request());
    return pieces.flatMap(
        piece ->
            Arbitraries.integers()
                .between(0, line.length)
                .flatMap(
                    from ->
                        Arbitraries.integers()
                            .between(from, line.length)
                            .map(
                                to ->
                                    Lines.concat(
                                        Arrays.copyOf(line, from),
                                        piece,
                                        Arrays.copyOfRange(line, to, line.length)))));
  }

  @Property
  void aValueIsWhatTheLineOfAFileIs(@ForAll("lines") byte[] line) throws Exception {
    // Behind a blank line, for a mark at the start of a file is dropped.
    Path file = Files.createTempFile("line", ".jsonl");
    try {
      Files.write(file, Lines.concat(utf8("\n"), line));
      InputFile input = new InputFile(Table.REQUEST_LOGS, file, "line.jsonl");
      try (RowScanner<RequestRow> scanner = RowScanner.ofRequests(input, 3, SEOUL, BOUND)) {
        boolean isBlank = !scanner.next();
        ReadValue<RequestRow> read = requests.read(new Place(3, 2), line);

        assertThat(read.row()).isEqualTo(scanner.row());
        assertThat(read.notice()).isEqualTo(scanner.notice());
        assertThat(read.row().isEmpty() && read.notice().isEmpty()).isEqualTo(isBlank);
      }
    } finally {
      Files.delete(file);
    }
  }
}
