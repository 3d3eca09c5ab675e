package dev.slowhour.core.judge;

import static dev.slowhour.core.data.NoticeCode.DUPLICATE_REQUEST_ID;
import static dev.slowhour.core.data.NoticeCode.STRAY_POOL;
import static dev.slowhour.core.judge.JudgeRows.POOL;
import static dev.slowhour.core.judge.JudgeRows.SECOND;
import static dev.slowhour.core.judge.JudgeRows.at;
import static dev.slowhour.core.judge.JudgeRows.bits;
import static dev.slowhour.core.judge.JudgeRows.block;
import static dev.slowhour.core.judge.JudgeRows.inPool;
import static dev.slowhour.core.judge.JudgeRows.row;
import static dev.slowhour.core.judge.JudgeRows.withTimes;
import static dev.slowhour.core.judge.JudgeRows.withTokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.RequestRow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExclusionsTest {

  private static final RequestRow ROW = row("a", SECOND);

  @Test
  void keepsRowsOfDifferentIds() {
    Exclusions exclusions = Exclusions.of(block(row("a", 1), row("b", 1), row("aa", 1)));

    assertThat(exclusions.kept()).isEqualTo(bits(0, 1, 2));
    assertThat(exclusions.accelPool()).isEqualTo(POOL);
    assertThat(exclusions.excluded()).isEmpty();
  }

  @Test
  void ofOneIdTheEarliestArrivalStays() {
    assertStays(ROW, withTimes(row("a", SECOND + 1), 1, "0"));
  }

  @Test
  void atOneInstantTheSmallestPoolStays() {
    assertStays(withTokens(ROW, 999, 999), inPool(ROW, POOL + "0"));
  }

  @Test
  void poolsAreComparedByCodePoint() {
    assertStays(inPool(ROW, "\uFF50"), inPool(ROW, "\uD835\uDCDF"));
  }

  @Test
  void thenTheFewestInputTokens() {
    assertStays(withTokens(ROW, 100, 9), withTokens(ROW, 101, 1));
  }

  @Test
  void thenTheFewestOutputTokens() {
    assertStays(
        withTimes(withTokens(ROW, 100, 1), 900, "0"), withTimes(withTokens(ROW, 100, 2), 1, "0"));
  }

  @Test
  void thenTheSmallestTtft() {
    assertStays(withTimes(ROW, 100, "9"), withTimes(ROW, 101, "0"));
  }

  @Test
  void thenTheSmallestTpot() {
    assertStays(at(withTimes(ROW, 100, "9.5"), 5, 5), withTimes(ROW, 100, "10"));
    assertStays(
        at(withTimes(ROW, 100, "9"), 5, 5),
        withTimes(ROW, 100, "9.000000000000000000000000000001"));
  }

  @Test
  void ofWhollyEqualRowsTheFirstByPlaceStays() {
    assertStays(at(ROW, 0, 9), at(ROW, 1, 1));
    assertStays(at(ROW, 1, 1), at(ROW, 1, 2));
  }

  @Test
  void oneTpotWrittenInTwoWaysIsEqual() {
    assertStays(
        at(withTimes(ROW, 100, "10.000000000000000000000000000000"), 0, 1),
        at(withTimes(ROW, 100, "10"), 0, 2));
  }

  @Test
  void ofManyRowsWithOneIdOneStays() {
    Exclusions exclusions =
        Exclusions.of(
            block(
                at(row("a", 3), 0, 1),
                at(row("b", 0), 0, 2),
                at(row("a", 1), 0, 3),
                at(row("a", 2), 0, 4)));

    assertThat(exclusions.kept()).isEqualTo(bits(1, 2));
    assertThat(exclusions.excluded())
        .containsExactly(
            new Excluded(0, DUPLICATE_REQUEST_ID), new Excluded(3, DUPLICATE_REQUEST_ID));
  }

  @Test
  void rowsOfAnotherPoolThanMostAreStray() {
    Exclusions exclusions =
        Exclusions.of(
            block(inPool(row("a", 1), "pool-2"), inPool(row("b", 2), "pool-1"), row("c", 3)));

    assertThat(exclusions.accelPool()).isEqualTo("pool-1");
    assertThat(exclusions.kept()).isEqualTo(bits(1, 2));
    assertThat(exclusions.excluded()).containsExactly(new Excluded(0, STRAY_POOL));
  }

  @Test
  void duplicatesDoNotVote() {
    Exclusions exclusions =
        Exclusions.of(
            block(
                at(inPool(row("a", 5), "pool-2"), 0, 1),
                at(inPool(row("a", 6), "pool-2"), 0, 2),
                at(row("b", 7), 0, 3),
                at(row("c", 7), 0, 4)));

    assertThat(exclusions.accelPool()).isEqualTo("pool-1");
    assertThat(exclusions.excluded())
        .containsExactlyInAnyOrder(
            new Excluded(0, STRAY_POOL), new Excluded(1, DUPLICATE_REQUEST_ID));
  }

  @Test
  void onATieThePoolWithTheEarliestRowWins() {
    assertThat(
            Exclusions.of(
                    block(
                        row("a", 2),
                        inPool(row("b", 1), "pool-2"),
                        row("c", 3),
                        inPool(row("d", 4), "pool-2")))
                .accelPool())
        .isEqualTo("pool-2");
  }

  @Test
  void onATieAtOneInstantTheSmallestRequestIdWins() {
    assertThat(Exclusions.of(block(row("b", 1), inPool(row("a", 1), "pool-2"))).accelPool())
        .isEqualTo("pool-2");
    assertThat(Exclusions.of(block(row("a", 1), inPool(row("b", 1), "pool-2"))).accelPool())
        .isEqualTo("pool-1");
    assertThat(Exclusions.of(block(inPool(row("aa", 1), "pool-2"), row("a", 1))).accelPool())
        .isEqualTo("pool-1");
  }

  @Test
  void requestIdsAreComparedByCodePoint() {
    // U+FF5A comes before U+1F600, though not by UTF-16 unit.
    assertThat(
            Exclusions.of(block(row("\uD83D\uDE00", 1), inPool(row("\uFF5A", 1), "pool-2")))
                .accelPool())
        .isEqualTo("pool-2");
  }

  @Test
  void theSmallestRowOfEachPoolDecidesATieInAnyOrder() {
    RequestRow first = row("z", 1);
    RequestRow later = row("c", 9);
    RequestRow other = inPool(row("b", 2), "pool-2");
    RequestRow otherLater = inPool(row("a", 8), "pool-2");

    assertThat(Exclusions.of(block(later, first, otherLater, other)).accelPool()).isEqualTo(POOL);
    assertThat(Exclusions.of(block(other, otherLater, first, later)).accelPool()).isEqualTo(POOL);
  }

  @Test
  void ofThreePoolsTheOneWithMostRowsWins() {
    assertThat(
            Exclusions.of(
                    block(
                        inPool(row("a", 1), "pool-0"),
                        inPool(row("b", 2), "pool-2"),
                        inPool(row("c", 3), "pool-2"),
                        row("d", 4)))
                .accelPool())
        .isEqualTo("pool-2");
  }

  @Test
  void manyRowsHaveOneDuplicateEach() {
    List<RequestRow> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.add(at(row("r" + i, 2L * i), 0, 2L * i + 1));
      rows.add(at(row("r" + i, 2L * i + 1), 0, 2L * i + 2));
    }

    Exclusions exclusions = Exclusions.of(block(rows));

    assertThat(exclusions.kept().cardinality()).isEqualTo(1_000);
    assertThat(exclusions.kept().stream()).allMatch(index -> index % 2 == 0);
    assertThat(exclusions.excluded())
        .hasSize(1_000)
        .allMatch(excluded -> excluded.row() % 2 == 1)
        .allMatch(excluded -> excluded.code() == DUPLICATE_REQUEST_ID);
  }

  /** Of two rows with one id, given in either order, the first stays. */
  private static void assertStays(RequestRow staying, RequestRow leaving) {
    Exclusions forward = Exclusions.of(block(staying, leaving));
    assertThat(forward.kept()).isEqualTo(bits(0));
    assertThat(forward.excluded()).containsExactly(new Excluded(1, DUPLICATE_REQUEST_ID));

    Exclusions backward = Exclusions.of(block(leaving, staying));
    assertThat(backward.kept()).isEqualTo(bits(1));
    assertThat(backward.excluded()).containsExactly(new Excluded(0, DUPLICATE_REQUEST_ID));
    assertThat(backward.accelPool()).isEqualTo(staying.accelPool());
  }
}
