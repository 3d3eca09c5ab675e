package dev.slowhour.core.judge;

import static dev.slowhour.core.judge.JudgeRows.ENDPOINT;
import static dev.slowhour.core.judge.JudgeRows.HOUR;
import static dev.slowhour.core.judge.JudgeRows.MS;
import static dev.slowhour.core.judge.JudgeRows.SECOND;
import static dev.slowhour.core.judge.JudgeRows.at;
import static dev.slowhour.core.judge.JudgeRows.block;
import static dev.slowhour.core.judge.JudgeRows.inPool;
import static dev.slowhour.core.judge.JudgeRows.row;
import static dev.slowhour.core.judge.JudgeRows.withTimes;
import static dev.slowhour.core.judge.JudgeRows.withTokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.slowhour.core.data.NoticeCode;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestBlockTest {

  private static final String THIRTY_DECIMALS = "12.000000000000000000000000000001";

  @Test
  void holdsRowsColumnByColumn() {
    RequestBlock block =
        block(
            at(row("a", 0), 0, 7),
            at(inPool(withTokens(row("고객😀", SECOND + 1), 5, 6), "pool-2"), 3, 1L << 40),
            withTimes(row("c", 1), 8, "1.25"));

    assertThat(block.size()).isEqualTo(3);
    assertThat(block.endpoint()).isEqualTo(ENDPOINT);
    assertThat(block.hour()).isEqualTo(HOUR);
    assertThat(block.arrivedNanos()).containsExactly(0, SECOND + 1, 1);
    assertThat(block.durationNanos()).containsExactly(100 * MS, 100 * MS, 9_250_000);
    assertThat(block.inputTokens()).containsExactly(100, 5, 100);
    assertThat(block.outputTokens()).containsExactly(1, 6, 1);
    assertThat(block.ttftMs()).containsExactly(100, 100, 8);
    assertThat(List.of(block.requestId(0), block.requestId(1), block.requestId(2)))
        .containsExactly("a", "고객😀", "c");
    assertThat(List.of(block.accelPool(0), block.accelPool(1), block.accelPool(2)))
        .containsExactly("pool-1", "pool-2", "pool-1");
    assertThat(block.place(0)).isEqualTo(new Place(0, 7));
    assertThat(block.place(1)).isEqualTo(new Place(3, 1L << 40));
    assertThat(block.tpotMs(2)).isEqualTo("1.25");
    assertThat(block.wideTpotMsOrNull()).isNull();
  }

  @Test
  void holdsATpotExactlyHoweverWideItIs() {
    RequestBlock block =
        block(
            withTimes(row("a", 0), 1, "7"),
            withTimes(row("b", 0), 1, THIRTY_DECIMALS),
            withTimes(row("c", 0), 1, "9.223372036854775807"),
            withTimes(row("d", 0), 1, "9.223372036854775808"),
            withTimes(row("e", 0), 1, "0.000000000000000000000000000001"));

    assertThat(block.tpotMs(0)).isEqualTo("7");
    assertThat(block.tpotMs(1)).isEqualTo(THIRTY_DECIMALS);
    assertThat(block.tpotMs(2)).isEqualTo("9.223372036854775807");
    assertThat(block.tpotMs(3)).isEqualTo("9.223372036854775808");
    assertThat(block.tpotMs(4)).isEqualTo("0.000000000000000000000000000001");
  }

  @Test
  void aTpotOfUpToEighteenDigitsStandsInALong() {
    RequestBlock narrow = block(withTimes(row("a", 0), 1, "0.999999999999999999"));
    RequestBlock wide = block(withTimes(row("a", 0), 1, "1.000000000000000000"));

    assertThat(narrow.tpotUnscaled()).containsExactly(999_999_999_999_999_999L);
    assertThat(narrow.tpotScale()).containsExactly(18);
    assertThat(narrow.wideTpotMsOrNull()).isNull();
    assertThat(wide.tpotScale()).containsExactly(RequestBlock.WIDE);
    assertThat(wide.wideTpotMsOrNull()).startsWith("1.000000000000000000");
  }

  @Test
  void aTpotIsAboveALimitByTheSmallestFraction() {
    RequestBlock block =
        block(
            withTimes(row("a", 0), 1, "12"),
            withTimes(row("b", 0), 1, THIRTY_DECIMALS),
            withTimes(row("c", 0), 1, "12.000"),
            withTimes(row("d", 0), 1, "12.001"),
            withTimes(row("e", 0), 1, "13"),
            withTimes(row("f", 0), 1, "11.999999999999999999999999999999"));

    assertThat(block.isTpotAbove(0, 12)).isFalse();
    assertThat(block.isTpotAbove(1, 12)).isTrue();
    assertThat(block.isTpotAbove(2, 12)).isFalse();
    assertThat(block.isTpotAbove(3, 12)).isTrue();
    assertThat(block.isTpotAbove(4, 12)).isTrue();
    assertThat(block.isTpotAbove(5, 12)).isFalse();
    assertThat(block.isTpotAbove(5, 11)).isTrue();
  }

  @Test
  void theLastCompletionIsTheLatestEndWhereverItStands() {
    RequestRow late = withTimes(row("late", 0), 500, "0");
    RequestRow early = withTimes(row("early", 300 * MS), 100, "0.0000005");

    assertThat(block(late, early).lastCompletionNanos()).isEqualTo(500 * MS);
    assertThat(block(early, late).lastCompletionNanos()).isEqualTo(500 * MS);
    assertThat(block(early).lastCompletionNanos()).isEqualTo(400 * MS);
  }

  @Test
  void holdsMoreRowsThanItHadRoomFor() {
    List<RequestRow> rows = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      String tpot = i % 700 == 699 ? THIRTY_DECIMALS : "" + i;
      rows.add(
          at(
              inPool(
                  withTimes(withTokens(row("id-" + i, i), i + 1, i + 2), i + 3, tpot), "p" + i % 5),
              i % 3,
              i));
    }

    assertHolds(block(rows), rows);
  }

  @Test
  void joinsBlocksOfOneHour() {
    List<RequestRow> first = List.of(inPool(row("a", 1), "pool-2"), inPool(row("b", 2), "pool-1"));
    List<RequestRow> second =
        List.of(
            inPool(withTimes(row("c", 3), 1, "2.5"), "pool-1"),
            inPool(withTimes(row("d", 4), 1, THIRTY_DECIMALS), "pool-3"),
            inPool(row("😀", 5), "pool-2"));
    List<RequestRow> third = List.of(withTimes(row("e", 6), 1, "0.5"));

    RequestBlock joined =
        RequestBlockBuilder.concat(List.of(block(first), block(second), block(third)));

    List<RequestRow> all = new ArrayList<>(first);
    all.addAll(second);
    all.addAll(third);
    assertHolds(joined, all);
  }

  @Test
  void joinsBlocksOfWhichTheFirstHasAWideTpot() {
    List<RequestRow> wide = List.of(withTimes(row("a", 1), 1, THIRTY_DECIMALS));
    List<RequestRow> plain = List.of(row("b", 2), row("c", 3));

    RequestBlock joined = RequestBlockBuilder.concat(List.of(block(wide), block(plain)));

    assertHolds(joined, List.of(wide.get(0), plain.get(0), plain.get(1)));
  }

  @Test
  void joinsLargeBlocks() {
    List<RequestRow> all = new ArrayList<>();
    List<RequestBlock> blocks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      List<RequestRow> rows = new ArrayList<>();
      for (int j = 0; j < 50; j++) {
        rows.add(inPool(row("block " + i + " row " + j, 100L * i + j), "p" + (i + j) % 7));
      }
      blocks.add(block(rows));
      all.addAll(rows);
    }

    assertHolds(RequestBlockBuilder.concat(blocks), all);
  }

  @Test
  void aJoinOfOneBlockHoldsTheSameRows() {
    List<RequestRow> rows = List.of(row("a", 1), withTimes(row("b", 2), 1, THIRTY_DECIMALS));

    assertHolds(RequestBlockBuilder.concat(List.of(block(rows))), rows);
  }

  @Test
  void aBuilderCountsItsLinesAndGoesOnAfterABlockIsBuilt() {
    RequestBlockBuilder builder = new RequestBlockBuilder(ENDPOINT, HOUR);
    assertThat(builder.lines()).isZero();
    builder.addLeftOut(NoticeCode.INVALID_FIELD);
    builder.add(row("a", 1));
    RequestBlock first = builder.build();
    builder.add(row("b", 2));

    assertThat(builder.lines()).isEqualTo(3);
    assertThat(first.leftOut()).containsExactly(entry(NoticeCode.INVALID_FIELD, 1));
    assertHolds(first, List.of(row("a", 1)));
    assertHolds(builder.build(), List.of(row("a", 1), row("b", 2)));
  }

  private static void assertHolds(RequestBlock block, List<RequestRow> rows) {
    assertThat(block.endpoint()).isEqualTo(ENDPOINT);
    assertThat(block.hour()).isEqualTo(HOUR);
    assertThat(block.size()).isEqualTo(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      BigDecimal tpotMs = block.tpotMs(i);
      assertThat(
              new RequestRow(
                  block.place(i),
                  block.requestId(i),
                  block.tenantId(),
                  block.endpointId(),
                  block.accelPool(i),
                  HOUR.plusNanos(block.arrivedNanos()[i]),
                  block.inputTokens()[i],
                  block.outputTokens()[i],
                  block.ttftMs()[i],
                  tpotMs))
          .isEqualTo(rows.get(i));
      assertThat(block.durationNanos()[i]).isEqualTo(rows.get(i).durationNanos());
    }
  }

  @Test
  @Timeout(20)
  void everyRowMayHaveAPoolOfItsOwn() {
    int rows = 200_000;
    RequestBlockBuilder builder = new RequestBlockBuilder(ENDPOINT, HOUR);
    for (int i = 0; i < rows; i++) {
      builder.add(inPool(row("r" + i, 0), "pool-" + i));
    }
    RequestBlock block = RequestBlockBuilder.concat(List.of(builder.build(), block(row("z", 0))));

    assertThat(block.pools()).hasSize(rows);
    assertThat(block.accelPool(3)).isEqualTo("pool-3");
    assertThat(block.accelPool(rows - 1)).isEqualTo("pool-" + (rows - 1));
    assertThat(block.accelPool(rows)).as("known already").isEqualTo("pool-1");
  }
}
