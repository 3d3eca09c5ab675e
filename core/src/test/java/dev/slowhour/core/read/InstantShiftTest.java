package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.data.Table;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantShiftTest {

  private static String moved(Table table, long hours, String line) {
    return new InstantShift(table, hours)
        .of(Lines.utf8(line))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElse("cannot be moved");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2026-10-13T10:17Z, 2026-10-13T11:17Z",
    "-1, 2026-10-13T00:17:59.25+09:00, 2026-10-12T23:17:59.25+09:00",
    "14, 2026-12-31T10:00:00.000000000-00:00, 2027-01-01T00:00:00.000000000-00:00",
    "24, 2028-02-28T23:59:59+18:00, 2028-02-29T23:59:59+18:00",
    "0, 2026-10-13T10:17Z, 2026-10-13T10:17Z"
  })
  void onlyDateAndHourOfAnInstantChange(long hours, String before, String after) {
    assertThat(moved(Table.REQUEST_LOGS, hours, "{\"arrived_at\":\"" + before + "\"}"))
        .isEqualTo("{\"arrived_at\":\"" + after + "\"}");
  }

  @Test
  void everyOtherByteStaysAsItStands() {
    String line =
        " {\t\"가\" : [{\"arrived_at\": \"2026-10-13T10:17Z\"}, 1.0e+00],\"arrived_at\"   :"
            + "  \"2026-10-13T10:17:00.0+09:00\" , \"x\":\"2026-10-13T10:17Z\" ,\r \"n\": -0 }  ";

    assertThat(moved(Table.REQUEST_LOGS, 2, line))
        .isEqualTo(line.replace("10:17:00.0+", "12:17:00.0+"));
  }

  @ParameterizedTest
  @CsvSource({
    "REQUEST_LOGS, arrived_at",
    "REQUEST_FAILURES, arrived_at",
    "POOL_METRICS, minute",
    "TENANT_CONTRACTS, valid_from",
    "PLATFORM_EVENTS, at"
  })
  void everyTableHasItsInstant(Table table, String column) {
    assertThat(moved(table, 1, "{\"" + column + "\":\"2026-10-13T10:17Z\",\"z\":1}"))
        .isEqualTo("{\"" + column + "\":\"2026-10-13T11:17Z\",\"z\":1}");
  }

  @Test
  void ofEqualNamesAllAreMovedSinceTheLastCounts() {
    assertThat(
            moved(
                Table.PLATFORM_EVENTS,
                1,
                "{\"at\":\"2026-10-13T10:17Z\",\"at\":\"2026-10-13T12:00Z\"}"))
        .isEqualTo("{\"at\":\"2026-10-13T11:17Z\",\"at\":\"2026-10-13T13:00Z\"}");
  }

  @Test
  void anInstantThatIsWrittenWithEscapesIsWrittenPlain() {
    assertThat(moved(Table.POOL_METRICS, 1, "{\"min\\u0075te\":\"2026\\u002d10-13T10:17Z\"}"))
        .isEqualTo("{\"min\\u0075te\":\"2026-10-13T11:17Z\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not json",
        "[\"2026-10-13T10:17Z\"]",
        "{\"arrived_at\":\"2026-10-13T10:17Z\"",
        "{\"arrived_at\":\"2026-10-13T10:17Z\"} x",
        "{\"arrived_at\":\"2026-10-13T10:17\"}",
        "{\"arrived_at\":\"2026-10-13 10:17Z\"}",
        "{\"arrived_at\":[\"2026-10-13T10:17Z\"]}",
        "{\"arrived_at\":20261013}",
        "{\"arrived_at\":null}",
        "{}"
      })
  void whatIsNoInstantOrNoObjectStaysAsItIs(String line) {
    assertThat(moved(Table.REQUEST_LOGS, 5, line)).isEqualTo(line);
  }

  @Test
  void bytesThatAreNoUtf8StayAsTheyAre() {
    byte[] line = {'{', '"', (byte) 0xFF, '"', ':', '1', '}'};

    assertThat(new InstantShift(Table.REQUEST_LOGS, 1).of(line)).hasValue(line);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1970-01-01T00:00Z", "24, 9998-12-31T00:00Z", "-9, 1970-01-01T08:00+09:00"})
  void yearsThatCannotBeWrittenAreSaid(long hours, String instant) {
    assertThat(moved(Table.TENANT_CONTRACTS, hours, "{\"valid_from\":\"" + instant + "\"}"))
        .isEqualTo("cannot be moved");
  }

  @Property
  void aMovedInstantIsThatManyHoursLater(
      @ForAll @LongRange(min = 100_000_000, max = 200_000_000_000L) long second,
      @ForAll @IntRange(max = 999_999_999) int nano,
      @ForAll @IntRange(min = -1_080, max = 1_080) int offsetMinutes,
      @ForAll @IntRange(min = -20_000, max = 20_000) int hours) {
    Instant instant = Instant.ofEpochSecond(second, nano);
    String text = instant.atOffset(ZoneOffset.ofTotalSeconds(offsetMinutes * 60)).toString();

    String moved = moved(Table.POOL_METRICS, hours, "{\"minute\":\"" + text + "\"}");

    assertThat(InstantText.parse(moved.substring(11, moved.length() - 2)))
        .hasValue(instant.plus(Duration.ofHours(hours)));
  }

  static IntStream seeds() {
    return IntStream.range(0, 4);
  }

  /** Lines are mutated: what was a row is the same row later, what was none is the same fault. */
  @ParameterizedTest
  @MethodSource("seeds")
  void aMovedLineSaysTheSameButForItsInstant(int seed) {
    byte[] content = MutatedLinesTest.mutated(Table.REQUEST_LOGS, false, new Random(seed));
    RequestLogReader reader = new RequestLogReader(Duration.ofHours(1));
    InstantShift shift = new InstantShift(Table.REQUEST_LOGS, 31);
    for (String text : new String(content, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      byte[] line = text.getBytes(StandardCharsets.ISO_8859_1);
      byte[] moved = shift.of(line).orElseThrow();
      Reading<RequestRow> before = reader.read(Lines.PLACE, line, 0, line.length);
      Reading<RequestRow> after = reader.read(Lines.PLACE, moved, 0, moved.length);
      assertThat(later(after)).isEqualTo(before);
    }
  }

  private static Reading<RequestRow> later(Reading<RequestRow> reading) {
    if (reading instanceof Reading.Fault<RequestRow> fault) {
      return new Reading.Fault<>(
          fault.code(),
          fault.fields(),
          fault.tenantId(),
          fault.endpointId(),
          fault.instant().map(instant -> instant.minus(Duration.ofHours(31))));
    }
    RequestRow row = ((Reading.Row<RequestRow>) reading).row();
    return new Reading.Row<>(
        new RequestRow(
            row.place(),
            row.requestId(),
            row.tenantId(),
            row.endpointId(),
            row.accelPool(),
            row.arrivedAt().minus(Duration.ofHours(31)),
            row.inputTokens(),
            row.outputTokens(),
            row.ttftMs(),
            row.tpotMs()));
  }
}
