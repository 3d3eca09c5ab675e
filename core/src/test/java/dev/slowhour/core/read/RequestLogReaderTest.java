package dev.slowhour.core.read;

import static dev.slowhour.core.read.Lines.outcome;
import static dev.slowhour.core.read.Lines.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestLogReaderTest {

  private static final LineReader<RequestRow> READER = new RequestLogReader(Duration.ofHours(1));

  static final List<String> COLUMNS = Table.REQUEST_LOGS.columns();
  static final List<String> IDS = List.of("request_id", "tenant_id", "endpoint_id", "accel_pool");
  static final List<String> INTEGERS = List.of("input_tokens", "output_tokens", "ttft_ms");

  private static RequestRow row(String line) {
    return Lines.row(READER, line);
  }

  private static Reading.Fault<RequestRow> fault(String line) {
    return Lines.fault(READER, line);
  }

  @Test
  void aGoodLineIsARow() {
    assertThat(row(request()))
        .isEqualTo(
            new RequestRow(
                Lines.PLACE,
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
  void theLeastAndTheLargestValuesAreGood() {
    RequestRow row =
        row(request("input_tokens", "1", "output_tokens", "1", "ttft_ms", "1", "tpot_ms", "0"));
    assertThat(row.durationNanos()).isEqualTo(1_000_000);
    row = row(request("input_tokens", "9007199254740991"));
    assertThat(row.inputTokens()).isEqualTo(9_007_199_254_740_991L);
    row = row(request("output_tokens", "9007199254740991", "tpot_ms", "0"));
    assertThat(row.outputTokens()).isEqualTo(9_007_199_254_740_991L);
  }

  @ParameterizedTest
  @FieldSource("COLUMNS")
  void everyFieldIsRequired(String column) {
    assertThat(outcome(request(column, null))).isEqualTo("invalid_field[" + column + "]");
  }

  @ParameterizedTest
  @FieldSource("COLUMNS")
  void noFieldMayBeNullOrOfAnotherType(String column) {
    for (String json : List.of("null", "true", "false", "[]", "{}", "[1]", "{\"a\": 1}", "\"\"")) {
      assertThat(outcome(request(column, json)))
          .as(json)
          .isEqualTo("invalid_field[" + column + "]");
    }
  }

  @ParameterizedTest
  @FieldSource("IDS")
  void anIdIsAString(String column) {
    String refused = "invalid_field[" + column + "]";
    assertThat(outcome(request(column, "1"))).isEqualTo(refused);
    assertThat(outcome(request(column, "1.5"))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"1\""))).isEqualTo("row");
    assertThat(outcome(request(column, "\"null\""))).isEqualTo("row");
    assertThat(outcome(request(column, "\" a\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a\\u3000\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a·b\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a\\u00b7b\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a\\u0000b\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a\\tb\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a\\u0085b\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a\u007Fb\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"\\ud800\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"a\\udc00b\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"\\ude00\\ud83d\""))).isEqualTo(refused);
    assertThat(outcome(request(column, "\"\\ud83d\\ude00\""))).isEqualTo("row");
    assertThat(outcome(request(column, "\"" + "😀".repeat(200) + "\""))).isEqualTo("row");
    assertThat(outcome(request(column, "\"" + "\\ud83d\\ude00".repeat(200) + "\"")))
        .isEqualTo("row");
    assertThat(outcome(request(column, "\"" + "a".repeat(201) + "\""))).isEqualTo(refused);
  }

  @Test
  void onlyTheTenantHasNoSlash() {
    assertThat(outcome(request("tenant_id", "\"a/b\""))).isEqualTo("invalid_field[tenant_id]");
    assertThat(outcome(request("tenant_id", "\"a\\/b\""))).isEqualTo("invalid_field[tenant_id]");
    assertThat(row(request("endpoint_id", "\"a/b\"")).endpointId()).isEqualTo("a/b");
    assertThat(row(request("request_id", "\"a/b\"")).requestId()).isEqualTo("a/b");
    assertThat(row(request("accel_pool", "\"a/b\"")).accelPool()).isEqualTo("a/b");
  }

  @Test
  void idsAreTakenAsWritten() {
    RequestRow row = row(request("request_id", "\"Ä\u0000\"".replace("\u0000", "\u0308")));
    assertThat(row.requestId()).isEqualTo("Ä\u0308");
    assertThat(row(request("tenant_id", "\"TNT-a\"")).tenantId()).isEqualTo("TNT-a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-1",
        "1.0",
        "1850.5",
        "1e3",
        "1E3",
        "1e0",
        "10e-1",
        "-1.0",
        "true",
        "\"1\"",
        "\"1720\"",
        "\"2,340ms\"",
        "[1]",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740991",
        "99999999999999999",
        "999999999999999999",
        "9999999999999999999",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "18446744073709551617",
        "340282366920938463463374607431768211457",
      })
  void anIntegerIsDigitsOnlyAndAtLeastOne(String json) {
    for (String column : INTEGERS) {
      assertThat(outcome(request(column, json))).isEqualTo("invalid_field[" + column + "]");
    }
  }

  @Test
  void anIntegerOfAMillionDigitsIsOutOfRange() {
    String digits = "1".repeat(1_000_000);
    assertThat(outcome(request("ttft_ms", digits))).isEqualTo("invalid_field[ttft_ms]");
    assertThat(outcome(request("ttft_ms", "-" + digits))).isEqualTo("invalid_field[ttft_ms]");
    assertThat(outcome(request("tpot_ms", digits))).isEqualTo("invalid_field[tpot_ms]");
    assertThat(outcome(request("tpot_ms", digits + ".5"))).isEqualTo("invalid_field[tpot_ms]");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-0.0, 0",
    "0.0, 0",
    "0e30, 0",
    "0e99999999999999, 0",
    "7, 7",
    "7.0, 7",
    "1e3, 1000",
    "1e-30, 0.000000000000000000000000000001",
    "12.345678901234567890123456789012, 12.345678901234567890123456789012",
    "0.1, 0.1",
  })
  void aTpotIsTheExactDecimalThatIsWritten(String json, BigDecimal expected) {
    assertThat(row(request("tpot_ms", json)).tpotMs()).isEqualByComparingTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "-0.1",
        "-1e-30",
        "\"12.5\"",
        "\"\"",
        "true",
        "null",
        "1000000000000000",
        "1e15",
        "1e-31",
        "0e-31",
        "1e999999999",
        "1e-999999999",
        "1e99999999999999",
        "0.1234567890123456789012345678901",
        "1.0000000000000000000000000000000",
      })
  void anyOtherTpotIsAFault(String json) {
    assertThat(outcome(request("tpot_ms", json))).isEqualTo("invalid_field[tpot_ms]");
  }

  @Test
  void aMillionZerosInATpotMayBeTakenBackByItsExponent() {
    String json = "0." + "0".repeat(1_000_000) + "125e1000002";
    assertThat(row(request("tpot_ms", json)).tpotMs()).isEqualByComparingTo("12.5");
  }

  @Test
  void aHugeTpotOfFifteenDigitsIsReadAndImplausible() {
    assertThat(outcome(request("tpot_ms", "999999999999999")))
        .isEqualTo("implausible_duration[ttft_ms, tpot_ms, output_tokens]");
  }

  @Test
  void anArrivalIsAnInstant() {
    assertThat(outcome(request("arrived_at", "1791855456250")))
        .isEqualTo("invalid_field[arrived_at]");
    assertThat(outcome(request("arrived_at", "\"10:17:36\"")))
        .isEqualTo("invalid_field[arrived_at]");
    assertThat(row(request("arrived_at", "\"2026-10-13T10:17-00:00\"")).arrivedAt())
        .isEqualTo("2026-10-13T10:17:00Z");
  }

  @Test
  void allFieldsAtFaultAreNamedInSchemaOrder() {
    assertThat(fault("{}").code()).isEqualTo(NoticeCode.INVALID_FIELD);
    assertThat(fault("{}").fields()).isEqualTo(Table.REQUEST_LOGS.columns());
    assertThat(fault("{\"tpot_ms\": -1, \"request_id\": 5, \"ttft_ms\": 1}").fields())
        .isEqualTo(
            List.of(
                "request_id",
                "tenant_id",
                "endpoint_id",
                "accel_pool",
                "arrived_at",
                "input_tokens",
                "output_tokens",
                "tpot_ms"));
  }

  @Test
  void aFaultKeepsWhatCouldBeRead() {
    assertThat(fault(request("ttft_ms", "0", "request_id", "\"\"")))
        .isEqualTo(
            new Reading.Fault<RequestRow>(
                NoticeCode.INVALID_FIELD,
                List.of("request_id", "ttft_ms"),
                Optional.of("tnt-a"),
                Optional.of("ep-a"),
                Optional.of(Instant.parse("2026-10-13T01:17:36.250Z"))));
    assertThat(fault(request("tenant_id", "\"a/b\"", "endpoint_id", "null", "arrived_at", "0")))
        .isEqualTo(
            new Reading.Fault<RequestRow>(
                NoticeCode.INVALID_FIELD,
                List.of("tenant_id", "endpoint_id", "arrived_at"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void aMalformedLineTellsNothing() {
    assertThat(fault(request() + "x"))
        .isEqualTo(Reading.Fault.<RequestRow>malformed(NoticeCode.MALFORMED_JSON));
    assertThat(READER.malformed())
        .isEqualTo(Reading.Fault.<RequestRow>malformed(NoticeCode.MALFORMED_JSON));
  }

  @Test
  void aRequestOfExactlyTheBoundIsPlausibleAndALongerOneIsNot() {
    assertThat(outcome(request("ttft_ms", "3600000", "tpot_ms", "0"))).isEqualTo("row");
    String implausible = "implausible_duration[ttft_ms, tpot_ms, output_tokens]";
    assertThat(outcome(request("ttft_ms", "3600001", "tpot_ms", "0"))).isEqualTo(implausible);
    assertThat(outcome(request("ttft_ms", "3600000", "tpot_ms", "1e-30"))).isEqualTo(implausible);
    assertThat(outcome(request("ttft_ms", "3599999", "tpot_ms", "0.01"))).isEqualTo("row");
    assertThat(outcome(request("ttft_ms", "3599999", "tpot_ms", "0.010000000000000000001")))
        .isEqualTo(implausible);
    assertThat(outcome(request("ttft_ms", "9007199254740991"))).isEqualTo(implausible);
    assertThat(outcome(request("output_tokens", "9007199254740991"))).isEqualTo(implausible);
  }

  @Test
  void anImplausibleLineKeepsItsIdsAndItsTime() {
    Reading.Fault<RequestRow> fault = fault(request("ttft_ms", "3600001"));
    assertThat(fault.tenantId()).contains("tnt-a");
    assertThat(fault.endpointId()).contains("ep-a");
    assertThat(fault.instant()).contains(Instant.parse("2026-10-13T01:17:36.250Z"));
  }

  @Test
  void anInvalidFieldComesBeforeTheImplausibleDuration() {
    assertThat(outcome(request("ttft_ms", "3600001", "input_tokens", "0")))
        .isEqualTo("invalid_field[input_tokens]");
  }

  @Test
  void nothingOfOneLineIsLeftInTheNext() {
    LineReader<RequestRow> reader = new RequestLogReader(Duration.ofHours(1));
    assertThat(outcome(Lines.read(reader, request()))).isEqualTo("row");
    assertThat(outcome(Lines.read(reader, "{}"))).isEqualTo(outcome("{}"));
    assertThat(outcome(Lines.read(reader, request("ttft_ms", "0"))))
        .isEqualTo("invalid_field[ttft_ms]");
    assertThat(outcome(Lines.read(reader, "{\"ttft_ms\": "))).isEqualTo("malformed_json[]");
    assertThat(outcome(Lines.read(reader, request()))).isEqualTo("row");
  }
}
