package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.JudgeRows.CONTRACT;
import static dev.slowhour.core.judge.JudgeRows.HOUR;
import static dev.slowhour.core.judge.JudgeRows.POOL;
import static dev.slowhour.core.judge.JudgeRows.minutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.PoolMetric;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolMinutesTest {

  private static final Instant HOUR_BEFORE = HOUR.minus(Duration.ofHours(1));

  private static final Instant FIRST_ARRIVAL = HOUR_BEFORE.plus(Duration.ofMinutes(20));

  private final PoolMinutes pool = new PoolMinutes(HOUR, FIRST_ARRIVAL);

  @Test
  void ofSeveralMetricsOfAMinuteEachValueIsTheLargestThatIsThere() {
    addMetric(0, "0.5", null);
    addMetric(0, null, 7L);
    addMetric(0, "0.9", 2L);
    addMetric(0, "0.7", 8L);
    addMetric(59, null, null);

    JudgedWindow judged = pool.complete(isolationFailureAt(30));

    assertThat(judged.kvCacheUtil()[0]).isEqualTo("0.9");
    assertThat(judged.queuedRequests()[0]).isEqualTo(8);
    assertThat(judged.kvCacheUtil()[59]).isNull();
    assertThat(judged.queuedRequests()[59]).isNull();
    assertThat(judged.kvCacheUtil()).hasSize(60);
    assertThat(judged.queuedRequests()).hasSize(60);
  }

  @Test
  void showsTheMinutesOfTheWindowsOwnHour() {
    addMetric(-1, "0.1", 1L);
    addMetric(0, "0.2", 2L);
    addMetric(59, "0.3", 3L);
    addHour("tnt-b", HOUR_BEFORE, minutes(59, 11));
    addHour("tnt-b", HOUR, minutes(0, 12, 59, 13));

    JudgedWindow judged = pool.complete(isolationFailureAt(30));

    assertThat(judged.kvCacheUtil()[0]).isEqualTo("0.2");
    assertThat(judged.kvCacheUtil()[1]).isNull();
    assertThat(judged.kvCacheUtil()[59]).isEqualTo("0.3");
    assertThat(judged.queuedRequests()[0]).isEqualTo(2);
    assertThat(judged.queuedRequests()[59]).isEqualTo(3);
    long[] others = new long[60];
    others[0] = 12;
    others[59] = 13;
    assertThat(judged.otherTenantRequests()).containsExactly(others);
  }

  @Test
  void otherTenantsAreNotTheTenantsOtherEndpoints() {
    pool.add(new EndpointHour("tnt-a", "ep-a", HOUR, POOL, minutes(30, 1), null, 1, 0, 0));
    pool.add(new EndpointHour("tnt-a", "ep-other", HOUR, POOL, minutes(30, 10), null, 1, 0, 0));
    pool.add(new EndpointHour("tnt-b", "ep-a", HOUR, POOL, minutes(30, 100), null, 1, 0, 0));
    pool.add(new EndpointHour("tnt-b", "ep-b", HOUR, POOL, minutes(30, 1_000), null, 1, 0, 0));
    pool.add(new EndpointHour("tnt-c", "ep-c", HOUR, POOL, minutes(30, 10_000), null, 1, 0, 0));

    JudgedWindow judged = pool.complete(isolationFailureAt(30));

    assertThat(judged.otherTenantRequests()[30]).isEqualTo(11_100);
    assertThat(judged.poolLook().orElseThrow().otherTenantRequestsAtWorst()).isEqualTo(11_100);
  }

  @Test
  void looksBackOnTheSixtyMinutesBeforeTheWorst() {
    addMetric(-31, "0.1", 1_000L);
    addMetric(-30, "0.2", 1L);
    addMetric(-1, "0.3", 2L);
    addMetric(0, null, 4L);
    addMetric(29, "0.5", null);
    addMetric(30, "0.9", 100L);
    addMetric(31, "0.1", 10_000L);
    addHour("tnt-b", HOUR_BEFORE, minutes(29, 100_000, 30, 1, 59, 2));
    addHour("tnt-b", HOUR, minutes(0, 4, 29, 8, 30, 500, 31, 100_000));

    PoolLook look = pool.complete(isolationFailureAt(30)).poolLook().orElseThrow();

    assertThat(look.kvCacheUtilAtWorst()).contains(new BigDecimal("0.9"));
    assertThat(look.kvCacheUtilSum()).isEqualByComparingTo("1.0");
    assertThat(look.kvCacheUtilMinutes()).isEqualTo(3);
    assertThat(look.queuedAtWorst()).contains(100L);
    assertThat(look.queuedSum()).isEqualTo(7);
    assertThat(look.queuedMinutes()).isEqualTo(3);
    assertThat(look.otherTenantRequestsAtWorst()).isEqualTo(500);
    assertThat(look.otherTenantRequestsSum()).isEqualTo(15);
  }

  @Test
  void looksBackOnTheWholeHourBeforeWhenTheFirstMinuteIsTheWorst() {
    addMetric(-60, "0.1", 1L);
    addMetric(-1, "0.2", 2L);
    addMetric(0, "0.4", 4L);
    addHour("tnt-b", HOUR_BEFORE, minutes(0, 1, 59, 2));
    addHour("tnt-b", HOUR, minutes(0, 4));

    PoolLook look = pool.complete(isolationFailureAt(0)).poolLook().orElseThrow();

    assertThat(look.kvCacheUtilSum()).isEqualByComparingTo("0.3");
    assertThat(look.queuedSum()).isEqualTo(3);
    assertThat(look.otherTenantRequestsAtWorst()).isEqualTo(4);
    assertThat(look.otherTenantRequestsSum()).isEqualTo(3);
  }

  @Test
  void looksBackAlmostWhollyOnTheOwnHourWhenTheLastMinuteIsTheWorst() {
    addMetric(-2, "0.1", 1L);
    addMetric(-1, "0.2", 2L);
    addMetric(58, "0.4", 4L);
    addMetric(59, "0.8", 8L);

    PoolLook look = pool.complete(isolationFailureAt(59)).poolLook().orElseThrow();

    assertThat(look.kvCacheUtilSum()).isEqualByComparingTo("0.6");
    assertThat(look.kvCacheUtilMinutes()).isEqualTo(2);
    assertThat(look.queuedSum()).isEqualTo(6);
    assertThat(look.queuedAtWorst()).contains(8L);
  }

  @Test
  void aMissingMetricIsNeverFilledFromItsNeighbours() {
    addMetric(29, "0.5", 1L);
    addMetric(31, "0.5", 1L);

    PoolLook look = pool.complete(isolationFailureAt(30)).poolLook().orElseThrow();

    assertThat(look.kvCacheUtilAtWorst()).isEmpty();
    assertThat(look.queuedAtWorst()).isEmpty();
  }

  @Test
  void refusesAMetricOutsideItsTwoHoursAndTheMinuteAfter() {
    addMetric(-60, "0.1", 1L);
    addMetric(60, "0.1", 1L);

    assertThatThrownBy(() -> addMetric(-61, "0.1", 1L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minute: 2026-10-12T23:59:00Z");
    assertThatThrownBy(() -> addMetric(61, "0.1", 1L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minute: 2026-10-13T02:01:00Z");
  }

  @Test
  void refusesArrivalsOfTheHourAfter() {
    assertThatThrownBy(() -> addHour("tnt-b", HOUR.plus(Duration.ofHours(1)), minutes()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minute: 2026-10-13T02:00:00Z");
  }

  @Test
  void quotesTheMinutesBesideTheWorstOneEvenWhereTheyBelongToOtherHours() {
    addMetric(-1, "0.1", null);
    addMetric(1, null, 3L);
    addMetric(58, "0.2", 4L);
    addMetric(60, "0.3", 5L);

    PoolLook first = pool.complete(isolationFailureAt(0)).poolLook().orElseThrow();
    assertThat(first.minuteBefore())
        .isEqualTo(new PoolLook.MinuteMetrics(new BigDecimal("0.1"), null));
    assertThat(first.minuteAfter()).isEqualTo(new PoolLook.MinuteMetrics(null, 3L));
    PoolLook last = pool.complete(isolationFailureAt(59)).poolLook().orElseThrow();
    assertThat(last.minuteBefore())
        .isEqualTo(new PoolLook.MinuteMetrics(new BigDecimal("0.2"), 4L));
    assertThat(last.minuteAfter()).isEqualTo(new PoolLook.MinuteMetrics(new BigDecimal("0.3"), 5L));
  }

  @Test
  void tellsHowManyOfTheSixtyMinutesLieBeforeTheFirstArrivalOfTheInput() {
    // The input begins 20 minutes into the hour before.
    assertThat(minutesBeforeInput(0)).isEqualTo(20);
    assertThat(minutesBeforeInput(19)).isEqualTo(1);
    assertThat(minutesBeforeInput(20)).isZero();
    assertThat(minutesBeforeInput(59)).isZero();
    assertThat(
            new PoolMinutes(HOUR, HOUR.plus(Duration.ofMinutes(30)).plusSeconds(59))
                .complete(isolationFailureAt(30))
                .poolLook()
                .orElseThrow()
                .minutesBeforeInput())
        .isEqualTo(60);
  }

  private int minutesBeforeInput(int worstMinute) {
    return pool.complete(isolationFailureAt(worstMinute))
        .poolLook()
        .orElseThrow()
        .minutesBeforeInput();
  }

  @Test
  void countsIsolationFailuresOfOtherTenantsInThisHourAlone() {
    addWindow("tnt-own", "ep-1", isolationFailureAt(3));
    addWindow("tnt-own", "ep-2", isolationFailureAt(3));
    addWindow("tnt-b", "ep-3", isolationFailureAt(4));
    addWindow("tnt-b", "ep-4", window(minutes(5, 1), minutes(), minutes()));
    addWindow("tnt-c", "ep-5", isolationFailureAt(5));
    EndpointWindow earlier = isolationFailureAt(6);
    pool.add(
        new EndpointHour(
            "tnt-d",
            "ep-6",
            HOUR_BEFORE,
            POOL,
            minutes(),
            new EndpointWindow(
                HOUR_BEFORE,
                POOL,
                CONTRACT,
                earlier.requests(),
                earlier.sloMisses(),
                earlier.missesWithLongInput(),
                earlier.concurrency(),
                earlier.concurrencyAtSlo(),
                null,
                0,
                Map.of()),
            0,
            0,
            0));

    assertThat(pool.complete(isolationFailureOf("tnt-own")).otherIsolationFailures()).isEqualTo(2);
    assertThat(pool.complete(isolationFailureOf("tnt-z")).otherIsolationFailures()).isEqualTo(4);
  }

  private void addWindow(String tenantId, String endpointId, EndpointWindow window) {
    pool.add(new EndpointHour(tenantId, endpointId, HOUR, POOL, minutes(), window, 0, 0, 0));
  }

  @Test
  void theRevisionCountsLinesOfTheEndpointOfThePoolMetricsAndContractVersions() {
    pool.add(seen("tnt-a", "ep-a", HOUR, 100, 20, 3));
    pool.add(seen("tnt-a", "ep-a", HOUR_BEFORE, 20, 7_777, 7_777));
    pool.add(seen("tnt-b", "ep-b", HOUR, 1_000, 9_999, 9_999));
    addMetric(0, "0.5", null);
    addMetric(0, null, 1L);
    addMetric(-60, null, null);
    addMetric(60, "0.9", 9L);

    JudgedWindow judged = pool.complete(window("tnt-a", "ep-a"));

    long ownLines = 100 + 20 + 3;
    long poolLines = 100 + 20 + 1_000 + 3;
    assertThat(judged.revision()).isEqualTo(ownLines + poolLines);
  }

  private static EndpointHour seen(
      String tenantId, String endpointId, Instant hour, long lines, long before, int versions) {
    return new EndpointHour(
        tenantId, endpointId, hour, POOL, minutes(), null, lines, before, versions);
  }

  private static EndpointWindow window(String tenantId, String endpointId) {
    Contract contract =
        new Contract(tenantId, "name", endpointId, "model", 500, 50, 4, 1_000, null);
    Concurrency alone = new Concurrency(minutes(), 0);
    return new EndpointWindow(
        HOUR, POOL, contract, minutes(7, 1), minutes(), minutes(), alone, alone, null, 0, Map.of());
  }

  private static EndpointWindow isolationFailureOf(String tenantId) {
    Contract contract = new Contract(tenantId, "name", "ep", "model", 500, 50, 4, 1_000, null);
    Concurrency alone = new Concurrency(minutes(), 0);
    return new EndpointWindow(
        HOUR,
        POOL,
        contract,
        minutes(7, 1),
        minutes(7, 1),
        minutes(),
        alone,
        alone,
        null,
        0,
        Map.of());
  }

  @Test
  void looksAtThePoolWhereTheSecondReadingIsAnIsolationFailure() {
    addMetric(9, "0.5", 1L);
    EndpointWindow window = isolationFailureAt(9);
    EndpointWindow piledUp =
        new EndpointWindow(
            HOUR,
            POOL,
            CONTRACT,
            window.requests(),
            window.sloMisses(),
            window.missesWithLongInput(),
            new Concurrency(minutes(9, (int) CONTRACT.maxConcurrency() + 1), 0),
            window.concurrencyAtSlo(),
            null,
            0,
            Map.of());

    assertThat(piledUp.verdict()).isEqualTo(Verdict.OVER_CONCURRENCY);
    assertThat(pool.complete(piledUp).poolLook()).isPresent();
  }

  @Test
  void looksAtThePoolOnlyForAnIsolationFailure() {
    addMetric(30, "0.5", 1L);

    assertThat(pool.complete(window(minutes(30, 1), minutes(), minutes())).poolLook()).isEmpty();
    assertThat(pool.complete(window(minutes(30, 1), minutes(30, 1), minutes(30, 1))).poolLook())
        .isEmpty();
    assertThat(pool.complete(isolationFailureAt(30)).poolLook()).isPresent();
  }

  @Test
  void thePercentageOfMissesIsRoundedHalfUp() {
    // 1 of 16 is 6.25 %; 1 of 17 is 5.88… %; 4 of 90 is 4.44… %
    assertThat(percentage(16, 1)).isEqualTo("6.3");
    assertThat(percentage(17, 1)).isEqualTo("5.9");
    assertThat(percentage(90, 4)).isEqualTo("4.4");
    assertThat(percentage(7, 7)).isEqualTo("100.0");
    assertThat(percentage(7, 0)).isEqualTo("0.0");
  }

  private BigDecimal percentage(int requests, int misses) {
    return pool.complete(window(minutes(5, requests), minutes(5, misses), minutes())).sloMissPct();
  }

  private void addMetric(int minute, String kvCacheUtilOrNull, Long queuedOrNull) {
    pool.add(
        new PoolMetric(
            POOL,
            HOUR.plus(Duration.ofMinutes(minute)),
            kvCacheUtilOrNull == null ? null : new BigDecimal(kvCacheUtilOrNull),
            queuedOrNull));
  }

  private void addHour(String tenantId, Instant hour, int[] requests) {
    pool.add(new EndpointHour(tenantId, "ep", hour, POOL, requests, null, 0, 0, 0));
  }

  private static EndpointWindow isolationFailureAt(int minute) {
    return window(minutes(minute, 1), minutes(minute, 1), minutes());
  }

  private static EndpointWindow window(int[] requests, int[] misses, int[] longInput) {
    Concurrency alone = new Concurrency(minutes(), 0);
    return new EndpointWindow(
        HOUR, POOL, CONTRACT, requests, misses, longInput, alone, alone, null, 0, Map.of());
  }
}
