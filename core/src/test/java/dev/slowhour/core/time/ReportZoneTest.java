package dev.slowhour.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportZoneTest {

  private static final ReportZone SEOUL = ReportZone.of("Asia/Seoul");

  @ParameterizedTest
  @CsvSource({
    "Asia/Seoul, 2026-10-13T10:17+09:00",
    "UTC, 2026-10-13T01:17+00:00",
    "Z, 2026-10-13T01:17+00:00",
    "GMT, 2026-10-13T01:17+00:00",
    "Etc/UTC, 2026-10-13T01:17+00:00",
    "Asia/Kolkata, 2026-10-13T06:47+05:30",
    "America/New_York, 2026-10-12T21:17-04:00",
    "America/St_Johns, 2026-10-12T22:47-02:30",
    "Pacific/Apia, 2026-10-13T14:17+13:00",
    "Pacific/Kwajalein, 2026-10-13T13:17+12:00",
    "+09:00, 2026-10-13T10:17+09:00",
    "+05:45, 2026-10-13T07:02+05:45",
    "-00:30, 2026-10-13T00:47-00:30",
    "+18:00, 2026-10-13T19:17+18:00",
    "-18:00, 2026-10-12T07:17-18:00",
  })
  void aMinuteIsWrittenOnTheClockOfTheZone(String name, String expected) {
    Instant instant = Instant.parse("2026-10-13T01:17:59.999999999Z");
    assertThat(ReportZone.of(name).minuteText(instant)).isEqualTo(expected);
    assertThat(ReportZone.of(name).hourText(instant)).isEqualTo(expected.substring(0, 13));
    assertThat(ReportZone.of(name).dateOf(instant)).isEqualTo(expected.substring(0, 10));
    assertThat(ReportZone.of(name).at(instant).toInstant()).isEqualTo(instant);
  }

  @ParameterizedTest
  @CsvSource({
    // Shifts by a quarter of an hour in 1986.
    "Asia/Kathmandu, +05:45",
    // Shifts by half an hour every year.
    "Australia/Lord_Howe, +10:30",
    // No whole number of minutes until 1972.
    "Africa/Monrovia, -00:44:30",
    // Half an hour back in 2007 and forth in 2016.
    "America/Caracas, -04:30",
    "Asia/Pyongyang, +08:30",
    "Pacific/Norfolk, +11:00",
    "Pacific/Kiritimati, -10:00",
    "America/Guyana, -03:00",
    "+05:45:30, +05:45:30",
    "-00:00:01, -00:00:01",
  })
  void aZoneWhoseHoursAreNoGridIsRefused(String name, String offset) {
    assertThatThrownBy(() -> ReportZone.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "zone: "
                + name
                + " (expected: a zone whose clock, from 1970 on, shifts by whole hours only and"
                + " whose offset is whole minutes; it also has ")
        .hasMessageEndingWith(" " + offset + ")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "KST",
        "Seoul",
        "asia/seoul",
        "Asia/Seoul ",
        "Asia/Nowhere",
        "09:00",
        "+25:00",
        "+18:01",
        "-19:00",
        "+9:00",
        "서울"
      })
  void aNameOfNoZoneIsRefused(String name) {
    assertThatThrownBy(() -> ReportZone.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("zone: " + name + " (expected: a time zone such as Asia/Seoul, UTC or +09:00)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Asia/Seoul", "UTC", "America/New_York", "+05:45"})
  void aZoneKeepsItsName(String name) {
    assertThat(ReportZone.of(name).name()).isEqualTo(name);
  }

  @Test
  void everyZoneIsEitherAGridOrRefused() {
    for (String name : ZoneId.getAvailableZoneIds()) {
      ReportZone zone;
      try {
        zone = ReportZone.of(name);
      } catch (IllegalArgumentException e) {
        continue;
      }
      var rules = ZoneId.of(name).getRules();
      Instant at = Instant.EPOCH;
      while (at.isBefore(Instant.parse("2100-01-01T00:00:00Z"))) {
        Instant hour = zone.hourOf(at);
        assertThat(zone.at(hour).getMinute()).as("%s at %s", name, at).isZero();
        assertThat(zone.at(hour).getSecond()).as("%s at %s", name, at).isZero();
        var next = rules.nextTransition(at);
        if (next == null) {
          break;
        }
        at = next.getInstant();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Forward: the clock shows no hour from 2 to 3.
    "2026-03-08T06:59:59Z, 2026-03-08T06:00:00Z, 2026-03-08T01:00-05:00",
    "2026-03-08T07:00:00Z, 2026-03-08T07:00:00Z, 2026-03-08T03:00-04:00",
    // Back: the hour from 1 to 2 comes twice, as two windows.
    "2026-11-01T04:59:59Z, 2026-11-01T04:00:00Z, 2026-11-01T00:00-04:00",
    "2026-11-01T05:00:00Z, 2026-11-01T05:00:00Z, 2026-11-01T01:00-04:00",
    "2026-11-01T05:59:59.999999999Z, 2026-11-01T05:00:00Z, 2026-11-01T01:00-04:00",
    "2026-11-01T06:00:00Z, 2026-11-01T06:00:00Z, 2026-11-01T01:00-05:00",
    "2026-11-01T06:59:59Z, 2026-11-01T06:00:00Z, 2026-11-01T01:00-05:00",
    "2026-11-01T07:00:00Z, 2026-11-01T07:00:00Z, 2026-11-01T02:00-05:00",
  })
  void whereTheClockChangesAnHourIsStill3600Seconds(Instant instant, Instant hour, String text) {
    ReportZone newYork = ReportZone.of("America/New_York");
    assertThat(newYork.hourOf(instant)).isEqualTo(hour);
    assertThat(newYork.minuteText(hour)).isEqualTo(text);
    assertThat(newYork.isOnTheHour(hour)).isTrue();
  }

  @Test
  void theRepeatedHourHasTheSameLabelTwice() {
    ReportZone newYork = ReportZone.of("America/New_York");
    assertThat(newYork.hourText(Instant.parse("2026-11-01T05:00:00Z")))
        .isEqualTo("2026-11-01T01")
        .isEqualTo(newYork.hourText(Instant.parse("2026-11-01T06:00:00Z")));
  }

  @ParameterizedTest
  @CsvSource({
    "Asia/Seoul, 2026-10-13T01:00:00Z, 2026-10-13T01:00:00Z",
    "Asia/Seoul, 2026-10-13T01:59:59.999999999Z, 2026-10-13T01:00:00Z",
    "Asia/Seoul, 2026-10-13T15:00:00Z, 2026-10-13T15:00:00Z",
    "Asia/Kolkata, 2026-10-13T01:29:59Z, 2026-10-13T00:30:00Z",
    "Asia/Kolkata, 2026-10-13T01:30:00Z, 2026-10-13T01:30:00Z",
    "+05:45, 2026-10-13T01:14:59Z, 2026-10-13T00:15:00Z",
    "+05:45, 2026-10-13T01:15:00Z, 2026-10-13T01:15:00Z",
    "-03:30, 2026-10-13T01:30:00Z, 2026-10-13T01:30:00Z",
    "-03:30, 2026-10-13T01:29:59Z, 2026-10-13T00:30:00Z",
    "-18:00, 2026-10-13T01:59:59Z, 2026-10-13T01:00:00Z",
    // Before 1970, which an offset may lead to.
    "UTC, 1969-12-31T23:59:59.999999999Z, 1969-12-31T23:00:00Z",
    "UTC, 1969-12-31T06:00:00Z, 1969-12-31T06:00:00Z",
    "UTC, 1969-12-31T05:59:59.000000001Z, 1969-12-31T05:00:00Z",
    "Asia/Kolkata, 1969-12-31T23:59:59Z, 1969-12-31T23:30:00Z",
    "+05:45, 1969-12-31T23:14:59Z, 1969-12-31T22:15:00Z",
    "Asia/Seoul, 9999-01-01T17:59:59Z, 9999-01-01T17:00:00Z",
  })
  void anHourStartsWhereTheClockShowsAFullHour(String name, Instant instant, Instant expected) {
    ReportZone zone = ReportZone.of(name);
    assertThat(zone.hourOf(instant)).isEqualTo(expected);
    assertThat(zone.hourOf(instant.getEpochSecond())).isEqualTo(expected.getEpochSecond());
  }

  @Test
  void anInstantIsOnTheHourToTheNanosecond() {
    assertThat(SEOUL.isOnTheHour(Instant.parse("2026-10-13T01:00:00Z"))).isTrue();
    assertThat(SEOUL.isOnTheHour(Instant.parse("2026-10-13T01:00:00.000000001Z"))).isFalse();
    assertThat(SEOUL.isOnTheHour(Instant.parse("2026-10-13T00:59:59.999999999Z"))).isFalse();
    assertThat(ReportZone.of("Asia/Kolkata").isOnTheHour(Instant.parse("2026-10-13T01:00:00Z")))
        .isFalse();
  }

  @Test
  void theSummerTimeOfSeoulIsAGridToo() {
    assertThat(SEOUL.minuteText(Instant.parse("1988-07-01T00:00:00Z")))
        .isEqualTo("1988-07-01T10:00+10:00");
    assertThat(SEOUL.minuteText(Instant.parse("1969-12-31T15:00:00Z")))
        .isEqualTo("1970-01-01T00:00+09:00");
    assertThat(SEOUL.dateOf(Instant.parse("2026-10-13T15:00:00Z")))
        .isEqualTo(LocalDate.of(2026, 10, 14));
  }

  @Provide
  Arbitrary<String> zones() {
    return Arbitraries.of(
        "Asia/Seoul", "UTC", "Asia/Kolkata", "America/New_York", "+05:45", "-18:00", "-03:30");
  }

  @Property(tries = 3_000)
  void anInstantIsWithinItsHourAndTheClockOfThatShowsZeroMinutes(
      @ForAll @From("zones") String name,
      @ForAll @LongRange(min = -64_800, max = 253_370_829_599L) long second) {
    ReportZone zone = ReportZone.of(name);
    long hour = zone.hourOf(second);
    assertThat(second - hour).isBetween(0L, 3_599L);
    assertThat(zone.at(Instant.ofEpochSecond(hour)).getMinute()).isZero();
    assertThat(zone.at(Instant.ofEpochSecond(hour)).getSecond()).isZero();
  }
}
