package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.JudgeRows.CONTRACT;
import static dev.slowhour.core.judge.JudgeRows.HOUR;
import static dev.slowhour.core.judge.JudgeRows.MINUTE;
import static dev.slowhour.core.judge.JudgeRows.SECOND;
import static dev.slowhour.core.judge.JudgeRows.block;
import static dev.slowhour.core.judge.JudgeRows.minutes;
import static dev.slowhour.core.judge.JudgeRows.row;
import static dev.slowhour.core.judge.JudgeRows.withTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.PoolMetric;
import dev.slowhour.core.data.RequestRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Hours that are judged before nothing more can come. */
class UnsettledHourTest {

  private static final CarriedOver NOTHING = CarriedOver.none(HOUR);

  private static EndpointHour judge(RequestBlock rows, CarriedOver carried, int passed) {
    return EndpointJudge.judge(
            rows.arrivedWithin(passed), Optional.of(CONTRACT), carried, WindowProgress.open(passed))
        .endpointHour();
  }

  @Test
  void requestsOfMinutesThatHaveNotPassedAreLeftOut() {
    RequestBlock rows =
        block(row("a", 0), row("b", 2 * MINUTE - 1), row("c", 2 * MINUTE), row("d", 30 * MINUTE));

    assertThat(rows.arrivedWithin(2).size()).isEqualTo(2);
    assertThat(judge(rows, NOTHING, 2).requests()).isEqualTo(minutes(0, 1, 1, 1));
    assertThat(judge(rows, NOTHING, 3).requests()).isEqualTo(minutes(0, 1, 1, 1, 2, 1));
    assertThat(rows.arrivedWithin(60)).isSameAs(rows);
    assertThat(rows.arrivedWithin(0).size()).isZero();
  }

  @Test
  void whatIsInProgressDoesNotReachIntoMinutesThatHaveNotPassed() {
    EndpointWindow window =
        judge(block(withTimes(row("a", MINUTE), 600_000, "0")), NOTHING, 3).window().orElseThrow();

    assertThat(window.concurrency().perMinute()).isEqualTo(minutes(1, 1, 2, 1));
    assertThat(window.concurrencyAtSlo().perMinute()).isEqualTo(minutes(1, 1));
  }

  @Test
  void linesThatAreNoRowsCountWhateverTheirMinute() {
    RequestBlockBuilder builder = new RequestBlockBuilder(JudgeRows.ENDPOINT, HOUR);
    builder.add(row("a", 0));
    builder.add(row("b", 5 * MINUTE));
    builder.addLeftOut(NoticeCode.INVALID_FIELD);

    RequestBlock within = builder.build().arrivedWithin(1);

    assertThat(within.linesSeen()).isEqualTo(2);
    assertThat(within.leftOut()).containsOnlyKeys(NoticeCode.INVALID_FIELD);
  }

  @Test
  void aWideTpotStaysExactWhenRowsAreLeftOut() {
    String wide = "1.234567890123456789012345678";
    RequestBlock within = block(row("a", MINUTE), withTimes(row("b", 0), 1, wide)).arrivedWithin(1);

    assertThat(within.tpotMs(0)).isEqualTo(new BigDecimal(wide));
    assertThat(within.requestId(0)).isEqualTo("b");
  }

  /** Where no row is left out, nothing that comes later changes a minute that has passed. */
  @Property(tries = 200)
  void theMinutesThatHavePassedAreThoseOfTheWholeHour(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 59) int passed) {
    Random random = new Random(seed);
    List<RequestRow> rows = new ArrayList<>();
    rows.add(row("first", 0));
    for (int request = 0; request < 60; request++) {
      rows.add(
          withTimes(
              row("r-" + request, random.nextLong(60 * MINUTE)), 1 + random.nextInt(900_000), "0"));
    }
    CarriedOver carried =
        new CarriedOver(HOUR, new long[] {SECOND, 7 * MINUTE}, new long[] {SECOND});

    EndpointWindow whole =
        EndpointJudge.judge(block(rows), Optional.of(CONTRACT), carried)
            .endpointHour()
            .window()
            .orElseThrow();
    EndpointWindow soFar = judge(block(rows), carried, passed).window().orElseThrow();

    assertThat(soFar.requests()).isEqualTo(first(whole.requests(), passed));
    assertThat(soFar.sloMisses()).isEqualTo(first(whole.sloMisses(), passed));
    assertThat(soFar.concurrency().perMinute())
        .isEqualTo(first(whole.concurrency().perMinute(), passed));
    assertThat(soFar.concurrencyAtSlo().perMinute())
        .isEqualTo(first(whole.concurrencyAtSlo().perMinute(), passed));
  }

  private static int[] first(int[] minutes, int passed) {
    return Arrays.copyOf(Arrays.copyOf(minutes, passed), minutes.length);
  }

  @Test
  void thePoolsMinutesThatHaveNotPassedAreEmpty() {
    PoolMinutes pool = new PoolMinutes(HOUR, HOUR);
    EndpointHour own = judge(block(row("a", 0)), NOTHING, 1);
    pool.add(own);
    for (int minute = 0; minute < 3; minute++) {
      pool.add(
          new PoolMetric(
              JudgeRows.POOL,
              HOUR.plusSeconds(60L * minute),
              new BigDecimal("0.5"),
              (long) minute));
    }

    JudgedWindow judged = pool.complete(own.window().orElseThrow(), own.progress());

    assertThat(judged.progress()).isEqualTo(WindowProgress.open(1));
    assertThat(judged.queuedRequests()).startsWith(0L, null, null);
    assertThat(judged.kvCacheUtil()[1]).isNull();
  }

  @Test
  void anHourIsOpenForFewerThanItsSixtyMinutesAndThenWhole() {
    assertThat(WindowProgress.open(0).passedMinutes()).isZero();
    assertThatThrownBy(() -> WindowProgress.open(61))
        .hasMessage("passedMinutes: 61 (expected: 0 to 60 when open)");
    assertThatThrownBy(() -> new WindowProgress(WindowState.FINAL, 59))
        .hasMessage("passedMinutes: 59 (expected: 60 to 60 when final)");
  }
}
