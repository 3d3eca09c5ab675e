package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.time.ReportZone;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowClockTest {

  @Test
  void timesAreOnTheReportZonesClock() {
    WindowClock clock = clock("Asia/Seoul", "2026-10-13T14:00:00Z");
    assertThat(clock.from()).isEqualTo("23:00");
    assertThat(clock.to()).isEqualTo("24:00");
    assertThat(clock.minute(Instant.parse("2026-10-13T14:05:00Z"))).isEqualTo("23:05");
    assertThat(clock.second(Instant.parse("2026-10-13T14:05:00Z"))).isEqualTo("23:05:00");
    assertThat(clock.second(Instant.parse("2026-10-13T14:05:00.120Z"))).isEqualTo("23:05:00.12");
    assertThat(clock.second(Instant.parse("2026-10-13T14:05:09.000000001Z")))
        .isEqualTo("23:05:09.000000001");
  }

  @Test
  void aDateStandsBeforeATimeOfAnotherDay() {
    WindowClock clock = clock("Asia/Seoul", "2026-10-31T15:00:00Z");
    assertThat(clock.minute(Instant.parse("2026-10-31T14:59:00Z"))).isEqualTo("10-31 23:59");
    assertThat(clock.minute(Instant.parse("2026-10-31T15:00:00Z"))).isEqualTo("00:00");
  }

  @Test
  void onlyAMinuteOfTheWindowIsRead() {
    WindowClock clock = clock("Asia/Seoul", "2026-10-31T15:00:00Z");
    assertThat(clock.minuteOfWindow("00:59")).contains(59);
    assertThat(clock.minuteOfWindow("01:00")).isEmpty();
    assertThat(clock.minuteOfWindow("11-01 00:59")).isEmpty();
    assertThat(clock.minuteOfWindow("10-31 23:59")).isEmpty();
  }

  @Test
  void anHourThatTheClockShowsTwiceIsReadInTheWindowsOwn() {
    WindowClock first = clock("America/New_York", "2026-11-01T05:00:00Z");
    WindowClock second = clock("America/New_York", "2026-11-01T06:00:00Z");
    assertThat(first.from()).isEqualTo("01:00");
    assertThat(second.from()).isEqualTo("01:00");
    assertThat(first.minuteOfWindow("01:17")).contains(17);
    assertThat(second.minuteOfWindow("01:17")).contains(17);
  }

  @Test
  void aClockThatShiftsWithinAnHourIsFollowed() {
    WindowClock clock = clock("America/St_Johns", "2010-03-14T03:30:00Z");
    assertThat(clock.from()).isEqualTo("00:00");
    assertThat(clock.minuteOfWindow("00:00")).contains(0);
    assertThat(clock.minuteOfWindow("00:01")).isEmpty();
    assertThat(clock.minuteOfWindow("01:01")).contains(1);
  }

  private static WindowClock clock(String zone, String start) {
    Instant hour = Instant.parse(start);
    Row row = new Row("a", "p", hour.getEpochSecond(), 0, 1, 1, 1, BigDecimal.ZERO, 1_000_000);
    Overlap overlap = new Overlap(new long[] {0}, new long[] {1});
    return new WindowClock(
        new RecountedWindow(
            new WindowId(new EndpointId("t", "e"), hour),
            ReportZone.of(zone),
            new Contract("t", "이름", "e", "m", 1, 1, 1, 1, null),
            List.of(),
            new HourRows("p", List.of(row)),
            overlap,
            overlap,
            new PoolCells(),
            new PoolRequests()));
  }
}
