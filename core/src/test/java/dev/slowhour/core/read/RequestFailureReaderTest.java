package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.FailureKind;
import dev.slowhour.core.data.Notice;
import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.RequestFailure;
import dev.slowhour.core.data.Table;
import dev.slowhour.core.time.ReportZone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFailureReaderTest {

  private static final LineReader<RequestFailure> READER = new RequestFailureReader();
  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  @TempDir private Path folder;

  private static String outcome(String line) {
    return Lines.outcome(Lines.read(READER, line));
  }

  @Test
  void aGoodLineIsARequestThatWasNotAnswered() {
    assertThat(Lines.row(READER, failure()))
        .isEqualTo(
            new RequestFailure(
                "req-1",
                "tnt-a",
                "ep-a",
                "gpu-pool-1",
                Instant.parse("2026-10-13T01:17:36.250Z"),
                FailureKind.REFUSED,
                429L));
  }

  @ParameterizedTest
  @CsvSource({"refused, REFUSED", "timeout, TIMEOUT", "cancelled, CANCELLED", "error, ERROR"})
  void thereAreFourKinds(String kind, FailureKind expected) {
    assertThat(Lines.row(READER, failure("kind", "\"" + kind + "\"")).kind()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"Refused\"", "\"canceled\"", "\" error\"", "\"\"", "null", "1", "true"})
  void anythingElseIsAFaultOfTheKind(String json) {
    assertThat(outcome(failure("kind", json))).isEqualTo("invalid_field[kind]");
  }

  @Test
  void aRequestMayHaveGotToNoPool() {
    assertThat(Lines.row(READER, failure("accel_pool", "null")).accelPool()).isEmpty();
    assertThat(outcome(failure("accel_pool", null))).isEqualTo("invalid_field[accel_pool]");
    assertThat(outcome(failure("accel_pool", "\"\""))).isEqualTo("invalid_field[accel_pool]");
  }

  @Test
  void itMayHaveNoStatus() {
    assertThat(Lines.row(READER, failure("status", null)).status()).isEmpty();
    assertThat(Lines.row(READER, failure("status", "null")).status()).isEmpty();
    assertThat(Lines.row(READER, failure("status", "0")).status()).contains(0L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "429.0", "\"429\"", "4.29e2", "false", "[]"})
  void anythingElseIsAFaultOfTheStatus(String json) {
    assertThat(outcome(failure("status", json))).isEqualTo("invalid_field[status]");
  }

  @Test
  void allFaultsAreToldInSchemaOrder() {
    assertThat(outcome("{}"))
        .isEqualTo(
            "invalid_field[request_id, tenant_id, endpoint_id, accel_pool, arrived_at, kind]");
    assertThat(outcome(failure("tenant_id", "\"a/b\"", "status", "-1")))
        .isEqualTo("invalid_field[tenant_id, status]");
    assertThat(outcome("{")).isEqualTo("malformed_json[]");
  }

  @Test
  void aFaultKeepsWhomAndWhenItIsAbout() {
    Reading.Fault<RequestFailure> fault = Lines.fault(READER, failure("kind", "\"?\""));
    assertThat(fault.tenantId()).contains("tnt-a");
    assertThat(fault.endpointId()).contains("ep-a");
    assertThat(fault.instant()).contains(Instant.parse("2026-10-13T01:17:36.250Z"));
  }

  @Test
  void anEmptyCellOfCsvIsNoPoolAndNoStatus() throws IOException {
    Path file = folder.resolve("request_failures.csv");
    Files.writeString(
        file,
        """
        request_id,tenant_id,endpoint_id,accel_pool,arrived_at,kind,status
        a,t,e,,2026-10-13T10:00:00Z,timeout,
        b,t,e,p,2026-10-13T10:00:00Z,error,503
        c,t,e,p,2026-10-13T10:00:00Z,,503
        d,t,e,p,noon,error,503
        """);
    List<String> read = new ArrayList<>();
    try (RowScanner<RequestFailure> rows =
        RowScanner.ofRequestFailures(new InputFile(Table.REQUEST_FAILURES, file, "f"), 0, SEOUL)) {
      while (rows.next()) {
        rows.row().ifPresent(row -> read.add(row.requestId() + row.accelPool() + row.status()));
        rows.notice().map(Notice::fields).ifPresent(fields -> read.add(fields.toString()));
      }
    }
    assertThat(read)
        .containsExactly(
            "aOptional.emptyOptional.empty", "bOptional[p]Optional[503]", "[kind]", "[arrived_at]");
  }

  @Test
  void aHeaderMayLackTheStatusAndNothingElse() throws Exception {
    Files.writeString(
        folder.resolve("request_logs.csv"), CsvLines.file(Table.REQUEST_LOGS, CsvLines.request()));
    Files.writeString(
        folder.resolve("tenant_contracts.csv"),
        CsvLines.file(Table.TENANT_CONTRACTS, CsvLines.contract()));
    Path file = folder.resolve("request_failures.csv");
    Files.writeString(file, "request_id,tenant_id,endpoint_id,accel_pool,arrived_at,kind\n");
    assertThat(InputFiles.find(List.of(folder.toString())).of(Table.REQUEST_FAILURES)).hasSize(1);
    Files.writeString(file, "request_id,tenant_id,endpoint_id,arrived_at,kind\n");
    assertThatThrownBy(() -> InputFiles.find(List.of(folder.toString())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("request_failures.csv: line 1: no column accel_pool");
  }

  @Test
  void aNoticeBelongsToTheHourOfTheNearestEarlierLine() throws IOException {
    Path file = folder.resolve("request_failures.jsonl");
    Files.writeString(file, "{\n" + failure() + "\n" + failure("arrived_at", "\"10:17\"") + "\n");
    List<Notice> notices = new ArrayList<>();
    try (RowScanner<RequestFailure> rows =
        RowScanner.ofRequestFailures(new InputFile(Table.REQUEST_FAILURES, file, "f"), 0, SEOUL)) {
      while (rows.next()) {
        rows.notice().ifPresent(notices::add);
      }
    }
    assertThat(notices).hasSize(2);
    assertThat(notices.get(0).code()).isEqualTo(NoticeCode.MALFORMED_JSON);
    assertThat(notices.get(0).windowStart()).isEmpty();
    assertThat(notices.get(1).windowStart()).contains(Instant.parse("2026-10-13T01:00:00Z"));
  }
}
