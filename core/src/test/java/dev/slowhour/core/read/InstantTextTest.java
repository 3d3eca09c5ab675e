package dev.slowhour.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantTextTest {

  private static final String LONGEST = "2026-10-13T10:17:36.123456789+09:00";

  private static boolean isInstant(String text) {
    return InstantText.parse(text).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-10-13T10:17Z, 2026-10-13T10:17:00Z",
    "2026-10-13T10:17+09:00, 2026-10-13T01:17:00Z",
    "2026-10-13T10:17:36Z, 2026-10-13T10:17:36Z",
    "2026-10-13T10:17:36.2Z, 2026-10-13T10:17:36.200Z",
    "2026-10-13T10:17:36.25Z, 2026-10-13T10:17:36.250Z",
    "2026-10-13T10:17:36.250+09:00, 2026-10-13T01:17:36.250Z",
    "2026-10-13T10:17:36.0Z, 2026-10-13T10:17:36Z",
    "2026-10-13T10:17:36.000000000Z, 2026-10-13T10:17:36Z",
    "2026-10-13T10:17:36.000000001Z, 2026-10-13T10:17:36.000000001Z",
    "2026-10-13T10:17:36.123456789-03:30, 2026-10-13T13:47:36.123456789Z",
    "2026-10-13T10:17:36.999999999Z, 2026-10-13T10:17:36.999999999Z",
    "2026-10-13T00:00:00Z, 2026-10-13T00:00:00Z",
    "2026-10-13T23:59:59Z, 2026-10-13T23:59:59Z",
    "2026-10-13T10:17+00:00, 2026-10-13T10:17:00Z",
    "2026-10-13T10:17-00:00, 2026-10-13T10:17:00Z",
    "2026-10-13T10:17+18:00, 2026-10-12T16:17:00Z",
    "2026-10-13T10:17-18:00, 2026-10-14T04:17:00Z",
    "2026-10-13T10:17+17:59, 2026-10-12T16:18:00Z",
    "2026-10-13T10:17+05:45, 2026-10-13T04:32:00Z",
    "1970-01-01T00:00Z, 1970-01-01T00:00:00Z",
    "1970-01-01T00:00+18:00, 1969-12-31T06:00:00Z",
    "1970-01-01T00:00:00.000000001+00:01, 1969-12-31T23:59:00.000000001Z",
    "9998-12-31T23:59:59.999999999Z, 9998-12-31T23:59:59.999999999Z",
    "9998-12-31T23:59-18:00, 9999-01-01T17:59:00Z",
    "2024-02-29T00:00Z, 2024-02-29T00:00:00Z",
    "2000-02-29T00:00Z, 2000-02-29T00:00:00Z",
    "2400-02-29T00:00Z, 2400-02-29T00:00:00Z",
  })
  void anInstantIsReadExactly(String text, Instant expected) {
    assertThat(InstantText.parse(text)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "Z",
        "null",
        "10:46",
        "2026",
        "2026-10-13",
        "1791855456250",
        // Parts that are missing, in other places or of other lengths.
        "2026-10-13T10Z",
        "2026-10-13T1017Z",
        "20261013T10:17Z",
        "2026-10-13T10:17",
        "2026-10-13T10:17:36",
        "2026-10-13T10:17:36.250",
        "2026-10-13T10:17:Z",
        "2026-10-13T10:17:3Z",
        "2026-10-13T10:17:366Z",
        "2026-10-13T10:17:36.Z",
        "2026-10-13T10:17:36.+09:00",
        "2026-10-13T10:17.5Z",
        "2026-10-13T10:17:36.1234567890Z",
        "2026-10-13T10:17:36.0000000000Z",
        "2026-10-13T10:17:36.99999999999999999999999999Z",
        "2026-10-13T10:17:36.12.3Z",
        "26-10-13T10:17Z",
        "02026-10-13T10:17Z",
        "+2026-10-13T10:17Z",
        "-2026-10-13T10:17Z",
        "12026-10-13T10:17Z",
        "2026-1-13T10:17Z",
        "2026-10-1T10:17Z",
        "2026-10-13T1:17Z",
        "2026-10-13T10:1Z",
        "2026-010-13T10:17Z",
        "2026-W42-2T10:17Z",
        "2026-286T10:17Z",
        // Other characters.
        "2026-10-13t10:17Z",
        "2026-10-13T10:17z",
        "2026-10-13 10:17Z",
        "2026/10/13T10:17Z",
        "2026-10-13T10.17Z",
        "2026-10-13T10:17:36,250Z",
        "2026-10-13T10:17:36 Z",
        " 2026-10-13T10:17Z",
        "2026-10-13T10:17Z ",
        "2026-10-13T10:17Z\n",
        "2026-10-13T10:17ZZ",
        "2026-10-13T10:17\u0000Z",
        "2026-10-13T10:17+09:00[Asia/Seoul]",
        "2026-10-13T10:17 +09:00",
        "２０２６-10-13T10:17Z",
        "2026-10-13T10:17:３６Z",
        "2026-10-13T10:17:36.２Z",
        "2026-10-13T10:17+０9:00",
        "2026-10-13T10:17:36.٣Z",
        "2026-10-13T10:17−09:00",
        "２026-10-13T10:17Z",
        "2026-10-13T10:17😀",
        // Offsets.
        "2026-10-13T10:17+09",
        "2026-10-13T10:17+9:00",
        "2026-10-13T10:17+0900",
        "2026-10-13T10:17+09:0",
        "2026-10-13T10:17+09:000",
        "2026-10-13T10:17+009:00",
        "2026-10-13T10:17+09:00:00",
        "2026-10-13T10:17+09-00",
        "2026-10-13T10:1709:00",
        "2026-10-13T10:17 09:00",
        "2026-10-13T10:17Z09:00",
        "2026-10-13T10:17+18:01",
        "2026-10-13T10:17-18:01",
        "2026-10-13T10:17+18:59",
        "2026-10-13T10:17+19:00",
        "2026-10-13T10:17-19:00",
        "2026-10-13T10:17+24:00",
        "2026-10-13T10:17+99:99",
        "2026-10-13T10:17+09:60",
        "2026-10-13T10:17+-9:00",
        "2026-10-13T10:17UTC",
        "2026-10-13T10:17KST",
        // Ranges.
        "1969-12-31T23:59Z",
        "1969-12-31T23:59-18:00",
        "0000-01-01T00:00Z",
        "9999-01-01T00:00Z",
        "9999-01-01T00:00+18:00",
        "9999-12-31T23:59:59Z",
        "2026-00-13T10:17Z",
        "2026-13-13T10:17Z",
        "2026-10-00T10:17Z",
        "2026-10-32T10:17Z",
        "2026-09-31T10:17Z",
        "2026-02-29T10:17Z",
        "2023-02-29T10:17Z",
        "2100-02-29T10:17Z",
        "2026-02-30T10:17Z",
        "2026-10-13T24:00Z",
        "2026-10-13T24:00:00Z",
        "2026-10-13T25:00Z",
        "2026-10-13T10:60Z",
        "2026-10-13T10:17:60Z",
        "2016-12-31T23:59:60Z",
        "2026-10-13T10:17:61Z",
        "2026-10-13T-1:17Z",
        "2026-10-13T10:-7Z",
        "2026--1-13T10:17Z",
      })
  void anythingElseIsNoInstant(String text) {
    assertThat(InstantText.parse(text)).isEmpty();
  }

  @Test
  void aTextCutAtAnyLengthIsNoInstant() {
    for (int length = 0; length < LONGEST.length(); length++) {
      assertThat(isInstant(LONGEST.substring(0, length))).as("length %d", length).isFalse();
    }
    assertThat(isInstant(LONGEST)).isTrue();
  }

  @Test
  void theZoneMayStandOnlyBehindMinutesSecondsOrOneToNineDecimals() {
    Set<Integer> ends = Set.of(16, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    for (int length = 0; length <= 29; length++) {
      for (String zone : List.of("Z", "+00:00", "-00:00", "+09:00")) {
        assertThat(isInstant(LONGEST.substring(0, length) + zone))
            .as("%d characters and %s", length, zone)
            .isEqualTo(ends.contains(length));
      }
    }
  }

  @Test
  void aWrongCharacterAnywhereMakesItNoInstant() {
    for (int at = 0; at < LONGEST.length(); at++) {
      String before = LONGEST.substring(0, at);
      String after = LONGEST.substring(at + 1);
      assertThat(isInstant(before + 'x' + after)).as("x at %d", at).isFalse();
      assertThat(isInstant(before + '/' + after)).as("/ at %d", at).isFalse();
      assertThat(isInstant(before + ' ' + LONGEST.substring(at))).as("space at %d", at).isFalse();
      if (Character.isDigit(LONGEST.charAt(at))) {
        char fullWidth = (char) (LONGEST.charAt(at) - '0' + '０');
        assertThat(isInstant(before + fullWidth + after)).as("full width at %d", at).isFalse();
      }
    }
  }

  @Test
  void anOffsetIsWithinEighteenHours() {
    IntStream.rangeClosed(0, 99 * 60 + 59)
        .forEach(
            minutes -> {
              String offset = String.format(Locale.ROOT, "%02d:%02d", minutes / 60, minutes % 60);
              boolean expected = minutes <= 18 * 60;
              assertThat(isInstant("2026-10-13T10:17+" + offset)).as(offset).isEqualTo(expected);
              assertThat(isInstant("2026-10-13T10:17-" + offset)).as(offset).isEqualTo(expected);
            });
  }

  @Test
  void aDateIsARealDate() {
    for (int year : new int[] {1970, 1999, 2000, 2023, 2024, 2026, 2100, 2400, 9996, 9998}) {
      for (int month = 0; month <= 13; month++) {
        for (int day = 0; day <= 32; day++) {
          String date = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
          assertThat(isInstant(date + "T10:17Z")).as(date).isEqualTo(isDate(year, month, day));
        }
      }
    }
  }

  private static boolean isDate(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  @Property(tries = 2_000)
  void anInstantIsThatOfTheLibrary(
      @ForAll @LongRange(min = 0, max = 253_370_764_799L) long localSecond,
      @ForAll @IntRange(max = 999_999_999) int nano,
      @ForAll @IntRange(min = -18 * 60, max = 18 * 60) int offsetMinutes) {
    LocalDateTime local = LocalDateTime.ofEpochSecond(localSecond, nano, ZoneOffset.UTC);
    OffsetDateTime expected = local.atOffset(ZoneOffset.ofTotalSeconds(offsetMinutes * 60));
    String text = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(expected);
    assertThat(InstantText.parse(text)).contains(expected.toInstant());
  }

  @Property(tries = 2_000)
  void noTextIsTooOddToBeLookedAt(@ForAll String text) {
    assertThat(InstantText.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1969-12-31T19:00-05:00", "9999-01-01T00:00Z"})
  void whatAZonesClockShowsMayLieAYearBeforeOrAfter(String text) {
    assertThat(InstantText.parseShown(text)).contains(OffsetDateTime.parse(text).toInstant());
    assertThat(InstantText.parse(text)).as("a cell").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1968-12-31T23:59Z", "0001-01-01T00:00Z"})
  void noZonesClockIsFartherOff(String text) {
    assertThat(InstantText.parseShown(text)).isEmpty();
  }
}
