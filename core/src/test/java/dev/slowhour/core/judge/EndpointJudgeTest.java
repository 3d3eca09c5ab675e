package dev.slowhour.core.judge;

import static dev.slowhour.core.data.NoticeCode.DUPLICATE_REQUEST_ID;
import static dev.slowhour.core.data.NoticeCode.NO_CONTRACT;
import static dev.slowhour.core.data.NoticeCode.STRAY_POOL;
import static dev.slowhour.core.judge.JudgeRows.CONTRACT;
import static dev.slowhour.core.judge.JudgeRows.ENDPOINT;
import static dev.slowhour.core.judge.JudgeRows.HOUR;
import static dev.slowhour.core.judge.JudgeRows.HOUR_NANOS;
import static dev.slowhour.core.judge.JudgeRows.MINUTE;
import static dev.slowhour.core.judge.JudgeRows.MS;
import static dev.slowhour.core.judge.JudgeRows.POOL;
import static dev.slowhour.core.judge.JudgeRows.SECOND;
import static dev.slowhour.core.judge.JudgeRows.at;
import static dev.slowhour.core.judge.JudgeRows.block;
import static dev.slowhour.core.judge.JudgeRows.contract;
import static dev.slowhour.core.judge.JudgeRows.inPool;
import static dev.slowhour.core.judge.JudgeRows.minutes;
import static dev.slowhour.core.judge.JudgeRows.row;
import static dev.slowhour.core.judge.JudgeRows.withTimes;
import static dev.slowhour.core.judge.JudgeRows.withTokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.RequestRow;
import dev.slowhour.core.judge.EndpointJudge.Judged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointJudgeTest {

  private static final CarriedOver NOTHING = CarriedOver.none(HOUR);
  private static final long LARGEST_INTEGER = 9_007_199_254_740_991L;

  @Test
  void aWindowWhosePeakIsReachedOnlyWithRequestsStillInProgressFromTheHourBefore() {
    Contract contract = contract(500, 50, 2, 1_000);
    // Three are in progress for a second from the hour before; one of the hour's own joins them.
    Judged before =
        EndpointJudge.judge(
            block(
                reaching("a", HOUR_NANOS - 1, 1_000),
                reaching("b", HOUR_NANOS - SECOND, 2_000),
                reaching("c", HOUR_NANOS - SECOND, 2_000)),
            Optional.of(contract),
            NOTHING);
    RequestBlock own =
        hourLater(withTimes(row("d", 550 * MS), 501, "0"), withTimes(row("e", MINUTE), 501, "0"));

    EndpointWindow window =
        EndpointJudge.judge(own, Optional.of(contract), before.carriedOver())
            .endpointHour()
            .window()
            .orElseThrow();
    EndpointWindow alone =
        EndpointJudge.judge(
                own, Optional.of(contract), CarriedOver.none(HOUR.plus(Duration.ofHours(1))))
            .endpointHour()
            .window()
            .orElseThrow();

    assertThat(window.concurrency().perMinute()).containsExactly(minutes(0, 4, 1, 1));
    assertThat(window.concurrency().peak()).isEqualTo(4);
    assertThat(window.concurrency().peakNanos()).isEqualTo(550 * MS);
    assertThat(window.overConcurrencyMinutes()).isEqualTo(1);
    assertThat(window.missesInOverConcurrency()).isEqualTo(1);
    assertThat(window.verdict()).isEqualTo(Verdict.OVER_CONCURRENCY);
    // At SLO the last of them would be there for 550 ms, to a nanosecond before the own one comes.
    assertThat(window.concurrencyAtSlo().perMinute()).containsExactly(minutes(0, 1, 1, 1));
    assertThat(window.verdictAtSlo()).isEqualTo(Verdict.ISOLATION_FAILURE);
    assertThat(alone.concurrency().peak()).isEqualTo(1);
    assertThat(alone.verdict()).isEqualTo(Verdict.ISOLATION_FAILURE);
  }

  @Test
  void aTtftEqualToTheSloIsNoMiss() {
    assertThat(window(withTimes(row("a", 0), 500, "0")).sloMissCount()).isZero();
    assertThat(window(withTimes(row("a", 0), 501, "0")).sloMissCount()).isEqualTo(1);
  }

  @Test
  void aTpotEqualToTheSloIsNoMiss() {
    assertThat(window(withTimes(row("a", 0), 1, "50.0")).sloMissCount()).isZero();
    assertThat(
            window(withTimes(row("a", 0), 1, "50.000000000000000000000000000001")).sloMissCount())
        .isEqualTo(1);
  }

  @Test
  void aRequestThatMissesBothCountsOnce() {
    assertThat(window(withTimes(row("a", 0), 501, "51")).sloMissCount()).isEqualTo(1);
  }

  @Test
  void onlyMissesAboveTheCapHaveLongInput() {
    EndpointWindow window =
        window(
            withTokens(withTimes(row("a", 0), 501, "0"), 1_000, 1),
            withTokens(withTimes(row("b", MINUTE), 501, "0"), 1_001, 1),
            withTokens(withTimes(row("c", 2 * MINUTE), 500, "0"), 1_001, 1));

    assertThat(window.missesWithLongInput()).containsExactly(minutes(1, 1));
    assertThat(window.longInputMissCount()).isEqualTo(1);
  }

  @Test
  void aRequestBelongsToTheMinuteOfItsArrival() {
    EndpointWindow window =
        window(
            row("a", 0),
            row("b", MINUTE - 1),
            withTimes(row("c", MINUTE), 501, "0"),
            row("d", HOUR_NANOS - 1));

    assertThat(window.requests()).containsExactly(minutes(0, 2, 1, 1, 59, 1));
    assertThat(window.sloMisses()).containsExactly(minutes(1, 1));
    assertThat(window.requestCount()).isEqualTo(4);
    assertThat(window.minute(0)).isEqualTo(HOUR);
    assertThat(window.minute(59)).isEqualTo(HOUR.plus(Duration.ofMinutes(59)));
  }

  @Test
  void theWorstMinuteIsTheEarliestOfEqualOnes() {
    EndpointWindow window =
        window(
            withTimes(row("a", 3 * MINUTE), 501, "0"),
            withTimes(row("b", 3 * MINUTE + SECOND), 501, "0"),
            withTimes(row("c", 9 * MINUTE), 501, "0"),
            withTimes(row("d", 9 * MINUTE + SECOND), 501, "0"),
            withTimes(row("e", MINUTE), 501, "0"));

    assertThat(window.worstMinuteIndex()).hasValue(3);
  }

  @Test
  void withinSloThereIsNoWorstMinute() {
    EndpointWindow window = window(row("a", 0));

    assertThat(window.verdict()).isEqualTo(Verdict.WITHIN_SLO);
    assertThat(window.worstMinuteIndex()).isEmpty();
  }

  @Test
  void exactlyOnePercentIsWithinSlo() {
    List<RequestRow> rows = new ArrayList<>();
    for (int i = 0; i < 99; i++) {
      rows.add(row("r" + i, i * 30L * SECOND));
    }
    rows.add(withTimes(row("late", 0), 501, "0"));

    assertThat(window(rows).verdict()).isEqualTo(Verdict.WITHIN_SLO);
    rows.remove(0);
    assertThat(window(rows).verdict()).isEqualTo(Verdict.ISOLATION_FAILURE);
  }

  @Test
  void aMinuteWhoseConcurrencyEqualsTheContractIsNotOver() {
    List<RequestRow> rows =
        new ArrayList<>(
            List.of(
                withTimes(row("a", 0), 501, "0"),
                withTimes(row("b", 0), 501, "0"),
                withTimes(row("c", 501 * MS), 501, "0")));
    EndpointWindow equal = window(rows);
    assertThat(equal.concurrency().peak()).isEqualTo(2);
    assertThat(equal.overConcurrencyMinutes()).isZero();
    assertThat(equal.missesInOverConcurrency()).isZero();
    assertThat(equal.verdict()).isEqualTo(Verdict.ISOLATION_FAILURE);

    rows.add(row("d", 501 * MS - 1));
    EndpointWindow over = window(rows);
    assertThat(over.overConcurrencyMinutes()).isEqualTo(1);
    assertThat(over.missesInOverConcurrency()).isEqualTo(3);
    assertThat(over.verdict()).isEqualTo(Verdict.OVER_CONCURRENCY);
    assertThat(over.alsoLongInput()).isFalse();
  }

  @Test
  void longInputIsAlsoFoundOnlyBesideTheConcurrencyThatDecided() {
    RequestRow first = withTokens(withTimes(row("a", 0), 501, "0"), 1_001, 1);
    RequestRow second = withTimes(row("b", 0), 501, "0");
    RequestRow third = row("c", 0);
    RequestRow fourth = withTimes(row("d", 5 * MINUTE), 501, "0");

    assertThat(window(first, second, third).alsoLongInput()).isTrue();
    assertThat(window(first, second, third, fourth).alsoLongInput()).isFalse();
    EndpointWindow longOnly = window(first);
    assertThat(longOnly.verdict()).isEqualTo(Verdict.LONG_INPUT);
    assertThat(longOnly.alsoLongInput()).isFalse();
  }

  @Test
  void atSloARequestIsNoLongerThanItsSloAllows() {
    // 500 ms + 50 ms × 10 is a second; the next comes a nanosecond before that, or at it.
    RequestRow slow = withTokens(withTimes(row("a", 0), 60_000, "0"), 1, 10);

    assertThat(window(slow, row("b", SECOND - 1)).concurrencyAtSlo().peak()).isEqualTo(2);
    assertThat(window(slow, row("b", SECOND)).concurrencyAtSlo().peak()).isEqualTo(1);
    assertThat(window(slow, row("b", SECOND)).concurrency().peak()).isEqualTo(2);
  }

  @Test
  void atSloARequestKeepsItsOwnLengthWhereThatIsSmaller() {
    RequestRow quick = withTokens(withTimes(row("a", 0), 100, "0"), 1, 10);

    assertThat(window(quick, row("b", 100 * MS - 1)).concurrencyAtSlo().peak()).isEqualTo(2);
    assertThat(window(quick, row("b", 100 * MS)).concurrencyAtSlo().peak()).isEqualTo(1);
  }

  @Test
  void atSloNoContractIsTooLargeToBeCounted() {
    RequestRow row = withTokens(withTimes(row("a", 0), 100, "0"), 1, LARGEST_INTEGER);
    List<Contract> contracts =
        List.of(
            contract(LARGEST_INTEGER, 1, 1, 1),
            contract(1, LARGEST_INTEGER, 1, 1),
            contract(LARGEST_INTEGER, LARGEST_INTEGER, 1, 1),
            contract(9_223_372_036_854L, 1, 1, 1));

    for (Contract contract : contracts) {
      EndpointWindow window =
          EndpointJudge.judge(block(row, row("b", 100 * MS - 1)), Optional.of(contract), NOTHING)
              .endpointHour()
              .window()
              .orElseThrow();
      assertThat(window.concurrencyAtSlo().peak()).as("%s", contract).isEqualTo(2);
    }
  }

  @Test
  void atSloMissesAreCountedInTheMinutesThatWouldBeOver() {
    EndpointWindow window =
        window(
            withTimes(row("a", 0), 3_000, "0"),
            withTimes(row("b", SECOND), 3_000, "0"),
            withTimes(row("c", 2 * SECOND), 3_000, "0"),
            withTimes(row("d", MINUTE), 501, "0"),
            withTimes(row("e", MINUTE), 501, "0"),
            row("f", MINUTE));

    assertThat(window.overConcurrencyMinutes()).isEqualTo(2);
    assertThat(window.missesInOverConcurrency()).isEqualTo(5);
    assertThat(window.overConcurrencyMinutesAtSlo()).isEqualTo(1);
    assertThat(window.missesInOverConcurrencyAtSlo()).isEqualTo(2);
    assertThat(window.verdict()).isEqualTo(Verdict.OVER_CONCURRENCY);
    assertThat(window.verdictAtSlo()).isEqualTo(Verdict.ISOLATION_FAILURE);
  }

  @Test
  void withoutAContractThereIsNoWindowButANoticeForEachRowThatCounts() {
    Judged judged =
        EndpointJudge.judge(
            block(
                at(row("a", 0), 0, 4),
                at(row("a", 1), 0, 3),
                at(inPool(row("b", 2), "pool-2"), 0, 2),
                at(row("c", MINUTE), 0, 1)),
            Optional.empty(),
            NOTHING);

    assertThat(judged.endpointHour().window()).isEmpty();
    assertThat(judged.endpointHour().requests()).containsExactly(minutes(0, 1, 1, 1));
    assertThat(judged.excluded())
        .containsExactly(
            new Excluded(3, NO_CONTRACT),
            new Excluded(2, STRAY_POOL),
            new Excluded(1, DUPLICATE_REQUEST_ID),
            new Excluded(0, NO_CONTRACT));
  }

  @Test
  void withAContractRowsThatCountGetNoNotice() {
    Judged judged =
        EndpointJudge.judge(
            block(at(row("a", 1), 1, 1), at(row("a", 2), 0, 2), at(row("b", 1), 0, 1)),
            Optional.of(CONTRACT),
            NOTHING);

    assertThat(judged.excluded()).containsExactly(new Excluded(1, DUPLICATE_REQUEST_ID));
    assertThat(judged.endpointHour().endpoint()).isEqualTo(ENDPOINT);
    assertThat(judged.endpointHour().hour()).isEqualTo(HOUR);
    assertThat(judged.endpointHour().accelPool()).isEqualTo(POOL);
    assertThat(judged.endpointHour().requests()).containsExactly(minutes(0, 2));
    EndpointWindow window = judged.endpointHour().window().orElseThrow();
    assertThat(window.endpoint()).isEqualTo(ENDPOINT);
    assertThat(window.windowStart()).isEqualTo(HOUR);
    assertThat(window.accelPool()).isEqualTo(POOL);
    assertThat(window.contract()).isEqualTo(CONTRACT);
  }

  @Test
  void rowsThatDoNotCountAreNowhereInTheConcurrency() {
    Judged judged =
        EndpointJudge.judge(
            block(
                reaching("a", HOUR_NANOS - SECOND, 2_000),
                reaching("a", HOUR_NANOS - SECOND + 1, 3_000),
                reaching("b", HOUR_NANOS - SECOND, 2_000),
                inPool(reaching("c", HOUR_NANOS - SECOND, 2_000), "pool-2")),
            Optional.of(CONTRACT),
            NOTHING);

    EndpointWindow window = judged.endpointHour().window().orElseThrow();
    assertThat(window.concurrency().peak()).isEqualTo(2);
    assertThat(window.requestCount()).isEqualTo(2);
    assertThat(judged.carriedOver().ends()).containsExactly(SECOND, SECOND);
  }

  @Test
  void carriesOverWhatEndsAfterTheHour() {
    Judged judged =
        EndpointJudge.judge(
            block(
                reaching("on the hour", HOUR_NANOS - SECOND, 1_000),
                reaching("after", HOUR_NANOS - SECOND + 1, 1_000),
                reaching("long after", HOUR_NANOS - SECOND, 9_000)),
            Optional.of(CONTRACT),
            NOTHING);

    assertThat(judged.carriedOver().hour()).isEqualTo(HOUR.plus(Duration.ofHours(1)));
    assertThat(judged.carriedOver().ends()).containsExactly(1, 8 * SECOND);
    assertThat(judged.carriedOver().endsAtSlo()).isEmpty();
  }

  @Test
  void carriesOverAtSloByTheContractOfTheRequestsOwnHour() {
    Judged judged =
        EndpointJudge.judge(
            block(reaching("a", HOUR_NANOS - SECOND, 9_000)),
            Optional.of(contract(3_000, 500, 1, 1)),
            NOTHING);

    // 3 s + 0.5 s × 1 from a second before the hour on.
    assertThat(judged.carriedOver().endsAtSlo()).containsExactly(2_500 * MS);
    assertThat(
            EndpointJudge.judge(
                    block(reaching("a", HOUR_NANOS - SECOND, 9_000)), Optional.empty(), NOTHING)
                .carriedOver()
                .endsAtSlo())
        .containsExactly(8 * SECOND);
  }

  @Test
  void carriesOnWhatWasCarriedOverForMoreThanAnHour() {
    CarriedOver fromBefore =
        new CarriedOver(
            HOUR,
            new long[] {SECOND, HOUR_NANOS, HOUR_NANOS + 2},
            new long[] {SECOND, HOUR_NANOS, HOUR_NANOS + 1});

    Judged judged =
        EndpointJudge.judge(
            block(reaching("a", HOUR_NANOS - 1, 100)), Optional.of(CONTRACT), fromBefore);

    EndpointWindow window = judged.endpointHour().window().orElseThrow();
    assertThat(window.concurrency().perMinute()[0]).isEqualTo(3);
    assertThat(window.concurrency().perMinute()[59]).isEqualTo(3);
    assertThat(window.concurrencyAtSlo().perMinute()[0]).isEqualTo(3);
    assertThat(window.concurrency().peakNanos()).isZero();
    assertThat(judged.carriedOver().ends()).containsExactly(2, 100 * MS - 1);
    assertThat(judged.carriedOver().endsAtSlo()).containsExactly(1, 100 * MS - 1);
  }

  private static RequestRow reaching(String requestId, long arrivedNanos, long ttftMs) {
    return withTimes(row(requestId, arrivedNanos), ttftMs, "0");
  }

  private static RequestBlock hourLater(RequestRow... rows) {
    RequestBlockBuilder builder = new RequestBlockBuilder(ENDPOINT, HOUR.plus(Duration.ofHours(1)));
    for (RequestRow row : rows) {
      builder.add(
          new RequestRow(
              row.place(),
              row.requestId(),
              row.tenantId(),
              row.endpointId(),
              row.accelPool(),
              row.arrivedAt().plus(Duration.ofHours(1)),
              row.inputTokens(),
              row.outputTokens(),
              row.ttftMs(),
              row.tpotMs()));
    }
    return builder.build();
  }

  private static EndpointWindow window(RequestRow... rows) {
    return window(List.of(rows));
  }

  private static EndpointWindow window(List<RequestRow> rows) {
    return EndpointJudge.judge(block(rows), Optional.of(CONTRACT), NOTHING)
        .endpointHour()
        .window()
        .orElseThrow();
  }
}
