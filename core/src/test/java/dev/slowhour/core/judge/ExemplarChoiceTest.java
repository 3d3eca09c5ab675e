package dev.slowhour.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.EndpointId;
import dev.slowhour.core.data.Place;
import dev.slowhour.core.data.RequestRow;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExemplarChoiceTest {

  private static final Instant HOUR = Instant.parse("2026-10-13T01:00:00Z");

  /** TTFT 100 ms, TPOT 10 ms, one at a time, 1,000 tokens. */
  private static final Contract CONTRACT =
      new Contract("tnt", "name", "ep", "model", 100, 10, 1, 1_000, null);

  private final List<RequestRow> rows = new ArrayList<>();

  @Test
  void withoutAMissThereIsNone() {
    add("a", 0, 100, "10", 1_000);

    assertThat(judge().exemplar()).isEmpty();
  }

  @Test
  void withinSloItIsTheWorstOfAllMisses() {
    for (int i = 0; i < 198; i++) {
      add("good-" + i, i * 10, 100, "0", 1);
    }
    add("twice", 2_000, 200, "0", 1);
    add("thrice", 3_000, 300, "0", 1);

    assertThat(judge().verdict()).isEqualTo(Verdict.WITHIN_SLO);
    assertThat(exemplar()).isEqualTo("thrice");
  }

  @Test
  void carriesTheCellsOfItsRequest() {
    add("a", 61.5, 250, "12.50", 7);

    assertThat(judge().exemplar())
        .contains(
            new Exemplar(
                "a", Instant.parse("2026-10-13T01:01:01.500Z"), 7, 250, new BigDecimal("12.50")));
  }

  @Test
  void ttftAndTpotAreComparedByTheirExactShareOfTheirOwnObjective() {
    // 299 ÷ 100 < 29.9000…1 ÷ 10 although both show as 2.99.
    add("ttft", 0, 299, "0", 1);
    add("tpot", 10, 1, "29.900000000000000000000000000001", 1);

    assertThat(exemplar()).isEqualTo("tpot");
  }

  @Test
  void tiesGoToTheEarlierArrivalThenToTheSmallerId() {
    add("b", 20, 300, "0", 1);
    add("c", 20, 300, "0", 1);
    add("d", 30, 300, "0", 1);
    assertThat(exemplar()).isEqualTo("b");

    add("z", 10, 300, "0", 1);
    assertThat(exemplar()).isEqualTo("z");
  }

  @Test
  void ofAnIsolationFailureItIsAMissOfTheWorstMinuteHoweverBadOthersAre() {
    add("worse", 10, 900, "0", 1);
    add("worst-minute-1", 61, 200, "0", 1);
    add("worst-minute-2", 70, 300, "0", 1);

    assertThat(judge().verdict()).isEqualTo(Verdict.ISOLATION_FAILURE);
    assertThat(exemplar()).isEqualTo("worst-minute-2");
  }

  @Test
  void overTheConcurrencyItIsAMissOfAMinuteThatWasOver() {
    // Two at once in the first minute; the worst minute is the second, in which nothing is over.
    add("over-1", 1, 3_000, "0", 1);
    add("over-2", 2, 4_000, "0", 1);
    add("alone-1", 61, 5_000, "0", 1);
    add("alone-2", 70, 5_000, "0", 1);

    assertThat(judge().verdict()).isEqualTo(Verdict.OVER_CONCURRENCY);
    assertThat(judge().worstMinuteIndex()).hasValue(0);
    assertThat(exemplar()).isEqualTo("over-2");
  }

  @Test
  void whenTheWorstMinuteHasNoDecisiveMissItIsTheWorstOfTheDecisiveOnes() {
    add("over-1", 1, 3_000, "0", 1);
    add("over-2", 2, 4_000, "0", 1);
    add("alone-1", 61, 5_000, "0", 1);
    add("alone-2", 70, 5_000, "0", 1);
    add("alone-3", 80, 5_000, "0", 1);
    add("over-3", 121, 3_000, "0", 1);
    add("over-4", 122, 4_500, "0", 1);

    assertThat(judge().verdict()).isEqualTo(Verdict.OVER_CONCURRENCY);
    assertThat(judge().worstMinuteIndex()).hasValue(1);
    assertThat(exemplar()).isEqualTo("over-4");
  }

  @Test
  void withLongInputsItIsAMissWhoseInputIsLonger() {
    add("at-cap", 1, 900, "0", 1_000);
    add("long", 30, 200, "0", 1_001);
    add("longer", 40, 150, "0", 1_002);

    assertThat(judge().verdict()).isEqualTo(Verdict.LONG_INPUT);
    assertThat(exemplar()).isEqualTo("long");
    assertThat(judge().missesAtInputCap()).isEqualTo(1);
  }

  private String exemplar() {
    return judge().exemplar().orElseThrow().requestId();
  }

  private EndpointWindow judge() {
    RequestBlockBuilder block = new RequestBlockBuilder(new EndpointId("tnt", "ep"), HOUR);
    rows.forEach(block::add);
    return EndpointJudge.judge(block.build(), Optional.of(CONTRACT), CarriedOver.none(HOUR))
        .endpointHour()
        .window()
        .orElseThrow();
  }

  private void add(String id, double second, long ttftMs, String tpotMs, long inputTokens) {
    rows.add(
        new RequestRow(
            new Place(0, rows.size() + 1),
            id,
            "tnt",
            "ep",
            "pool",
            HOUR.plusMillis((long) (second * 1_000)),
            inputTokens,
            1,
            ttftMs,
            new BigDecimal(tpotMs)));
  }
}
