package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.PoolMetric;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts, and how it is counted. */
class CountingTest {

  private static final long SECOND = 1_000_000_000;
  private static final Instant TEN = Instant.parse("2026-10-13T01:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 1000000",
    "6880, 138, 512, 77536000000",
    "1, 0.0000005, 3, 1000001",
    "1, 0.0000003333, 3, 1000000",
    "1, 1e-30, 1, 1000000",
    "1, 0.000000999999, 1, 1000000"
  })
  void aLengthIsCutBelowTheNanosecond(long ttft, BigDecimal tpot, long output, long nanos) {
    assertThat(Row.lengthNanos(ttft, tpot, output)).isEqualTo(nanos);
  }

  @Test
  void atSloARequestTakesNoLongerThanItDid() {
    Contract contract = contract(null, 1_000, 100);
    assertThat(row("a", "p", 0, 5_000, "200").lengthAtSloNanos(contract))
        .isEqualTo(1_100 * 1_000_000L);
    assertThat(row("a", "p", 0, 10, "200").lengthAtSloNanos(contract)).isEqualTo(210 * 1_000_000L);
  }

  @Test
  void ofOneRequestIdTheEarliestStaysThenTheSmallest() {
    Row later = row("a", "p", 2, 10, "0");
    Row earlier = row("a", "q", 1, 10, "0");
    Row smaller = row("a", "p", 1, 10, "0");
    assertThat(HourRows.of(List.of(later, earlier)).rows()).containsExactly(earlier);
    assertThat(HourRows.of(List.of(later, earlier, smaller)).rows()).containsExactly(smaller);
  }

  @Test
  void thePoolOfAnHourIsThatOfMostRowsLeft() {
    Row a = row("a", "p", 1, 10, "0");
    Row b = row("b", "q", 2, 10, "0");
    Row c = row("c", "q", 3, 10, "0");
    assertThat(HourRows.of(List.of(a, b, c))).isEqualTo(new HourRows("q", List.of(b, c)));
    // Once the duplicate is left out it is one against one, and the earlier pool has it.
    Row twice = row("b", "q", 3, 10, "0");
    assertThat(HourRows.of(List.of(b, twice, a))).isEqualTo(new HourRows("p", List.of(a)));
  }

  @Test
  void onATieOfPoolsAtOneInstantTheSmallerRequestIdDecides() {
    Row a = row("b", "p", 1, 10, "0");
    Row b = row("a", "q", 1, 10, "0");
    assertThat(HourRows.of(List.of(a, b)).pool()).isEqualTo("q");
  }

  @Test
  void anEndFreesItsPlaceBeforeAStartAtTheSameInstant() {
    Overlap overlap = new Overlap(new long[] {0, 5 * SECOND}, new long[] {5 * SECOND, 6 * SECOND});
    assertThat(overlap.peak()).isEqualTo(1);
    assertThat(overlap.at(5 * SECOND)).isEqualTo(1);
    assertThat(overlap.at(6 * SECOND)).isZero();
  }

  @Test
  void whatIsStillInProgressCountsInEveryMinuteThatItTouches() {
    Overlap overlap =
        new Overlap(new long[] {-SECOND, 30 * SECOND}, new long[] {60 * SECOND, 120 * SECOND + 1});
    assertThat(overlap.peakOfMinute(0)).isEqualTo(2);
    assertThat(overlap.peakOfMinute(1)).isEqualTo(1);
    assertThat(overlap.peakOfMinute(2)).isEqualTo(1);
    assertThat(overlap.peakOfMinute(3)).isZero();
    assertThat(overlap.minutesOver(0)).isEqualTo(3);
    assertThat(overlap.peakAt()).isEqualTo(30 * SECOND);
  }

  @Test
  void theMaximumMayBeThereAtTheStartOfTheHour() {
    Overlap overlap = new Overlap(new long[] {-9, -8, 70 * SECOND}, new long[] {1, 1, 80 * SECOND});
    assertThat(overlap.peak()).isEqualTo(2);
    assertThat(overlap.peakAt()).isZero();
  }

  @Test
  void anHourIsJudgedByTheNewestVersionThatHoldsAtItsStart() {
    Contract since = contract(null, 1, 1);
    Contract atTen = contract(TEN, 2, 1);
    Contract after = contract(TEN.plusNanos(1), 3, 1);
    EndpointId endpoint = since.endpoint();
    ContractVersions versions = new ContractVersions(List.of(after, since, atTen));
    assertThat(versions.inForce(endpoint, TEN)).contains(atTen);
    assertThat(versions.inForce(endpoint, TEN.minusNanos(1))).contains(since);
    assertThat(new ContractVersions(List.of(after)).inForce(endpoint, TEN)).isEmpty();
    assertThat(versions.inForce(new EndpointId("t", "other"), TEN)).isEmpty();
  }

  @Test
  void aPoolsAverageIsOverTheValuesOfSixtyMinutes() {
    PoolCells cells = new PoolCells();
    cells.add(metric(TEN.minusSeconds(61 * 60), "1", 9L));
    cells.add(metric(TEN.minusSeconds(60 * 60), "0.1", 1L));
    cells.add(metric(TEN.minusSeconds(60), "0.11", null));
    cells.add(metric(TEN.minusSeconds(60), "0.09", null));
    cells.add(metric(TEN, "1", 9L));
    assertThat(cells.averageBefore(PoolCells.Column.KV_CACHE_UTIL, "p", TEN))
        .contains(new BigDecimal("0.11"));
    assertThat(cells.averageBefore(PoolCells.Column.QUEUED_REQUESTS, "p", TEN))
        .contains(new BigDecimal("1.0"));
    assertThat(cells.averageBefore(PoolCells.Column.KV_CACHE_UTIL, "q", TEN)).isEmpty();
  }

  @Test
  void theLargestOfSeveralValuesOfOneMinuteStands() {
    PoolCells cells = new PoolCells();
    cells.add(metric(TEN, "0.2", null));
    cells.add(metric(TEN, null, 3L));
    cells.add(metric(TEN, "0.10", 4L));
    assertThat(cells.at(PoolCells.Column.KV_CACHE_UTIL, "p", TEN)).contains(new BigDecimal("0.2"));
    assertThat(cells.at(PoolCells.Column.QUEUED_REQUESTS, "p", TEN)).contains(new BigDecimal("4"));
  }

  private static PoolMetric metric(Instant minute, String kvOrNull, Long queuedOrNull) {
    BigDecimal kv = kvOrNull == null ? null : new BigDecimal(kvOrNull);
    return new PoolMetric("p", minute, kv, queuedOrNull);
  }

  private static Contract contract(Instant fromOrNull, long ttft, long tpot) {
    return new Contract("t", "이름", "e", "m", ttft, tpot, 2, 100, fromOrNull);
  }

  private static Row row(String id, String pool, long second, long ttft, String tpot) {
    BigDecimal tpotMs = new BigDecimal(tpot);
    return new Row(
        id, pool, second, 0, 1, 1, ttft, tpotMs, Row.lengthNanos(ttft, tpotMs, 1).longValue());
  }
}
