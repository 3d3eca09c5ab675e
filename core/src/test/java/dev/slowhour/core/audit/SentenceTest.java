package dev.slowhour.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceTest {

  static Stream<Arguments> sentences() {
    return Stream.of(
        good(SentenceForm.ARRIVED, "tnt·ep · 10:00~11:00 도착", "tnt", "ep", "10:00", "11:00"),
        good(SentenceForm.ARRIVED, "tnt·ep · 23:00~24:00 도착", "tnt", "ep", "23:00", "24:00"),
        good(
            SentenceForm.ARRIVED, "t 1~2 도착·e · 00:00~01:00 도착", "t 1~2 도착", "e", "00:00", "01:00"),
        good(
            SentenceForm.ARRIVED,
            "이 시간대·동시 요청 수 최대 · 10:00~11:00 도착",
            "이 시간대",
            "동시 요청 수 최대",
            "10:00",
            "11:00"),
        good(SentenceForm.MISSED, "위 요청 중 ttft_ms > 1,500 또는 tpot_ms > 80", "1,500", "80"),
        good(
            SentenceForm.MISSED,
            "위 요청 중 ttft_ms > 9,007,199,254,740,991 또는 tpot_ms > 1",
            "9,007,199,254,740,991",
            "1"),
        good(
            SentenceForm.IN_PROGRESS_AT_PEAK,
            "10:17:12.503 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
            "10:17:12.503",
            "tnt",
            "ep"),
        good(
            SentenceForm.IN_PROGRESS_AT_PEAK,
            "10:17:12 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
            "10:17:12",
            "tnt",
            "ep"),
        good(
            SentenceForm.IN_PROGRESS_AT_PEAK,
            "10-31 23:59:59.000000001 에 진행 중이던 a b·요청 요청(이 시간대 최대)",
            "10-31 23:59:59.000000001",
            "a b",
            "요청"),
        good(SentenceForm.PEAK, "이 시간대 tnt·ep 동시 요청 수 최대", "tnt", "ep"),
        good(SentenceForm.PEAK, "이 시간대 이 시간대·동시 요청 수 최대 동시 요청 수 최대", "이 시간대", "동시 요청 수 최대"),
        good(
            SentenceForm.PEAK_OF_MINUTE, "10:05 분 안에서 진행 중이던 tnt·ep 요청의 최댓값", "10:05", "tnt", "ep"),
        good(SentenceForm.PEAK_AT_SLO, "모두 SLO 안에 끝났다면 이 시간대 tnt·ep 동시 요청 수 최대", "tnt", "ep"),
        good(SentenceForm.OVER_MINUTES, "동시 요청 수가 16 을 넘은 분", "16"),
        good(SentenceForm.OVER_MINUTES, "동시 요청 수가 12 를 넘은 분", "12"),
        good(SentenceForm.MISSED_WHILE_OVER, "SLO 를 넘긴 86건 중 동시 요청 수가 12 를 넘은 분에 도착", "86", "12"),
        good(SentenceForm.MISSED_WHILE_OVER, "SLO 를 넘긴 0건 중 동시 요청 수가 1 을 넘은 분에 도착", "0", "1"),
        good(
            SentenceForm.MISSED_WHILE_OVER_WITH_MINUTES,
            "SLO 를 넘긴 412건 중 동시 요청 수가 16 을 넘은 분(29분)에 도착",
            "412",
            "16",
            "29"),
        good(
            SentenceForm.MISSED_WHILE_OVER_AT_SLO,
            "SLO 를 넘긴 1,262건 중 모두 SLO 안에 끝났다면 동시 요청 수가 8 을 넘었을 분에 도착",
            "1,262",
            "8"),
        good(
            SentenceForm.MISSED_WITH_LONG_INPUT,
            "SLO 를 넘긴 23건 중 input_tokens > 6,000",
            "23",
            "6,000"),
        good(
            SentenceForm.MISSED_IN_MINUTE, "15:41 분 도착 · SLO 를 넘긴 tnt·ep 요청", "15:41", "tnt", "ep"),
        good(
            SentenceForm.OTHERS_IN_MINUTE,
            "pool 1/a · 15:41 분 도착 · tnt 이 아닌 tenant_id",
            "pool 1/a",
            "15:41",
            "tnt"),
        good(
            SentenceForm.OTHERS_IN_MINUTE,
            "pool · 15:41 분 도착 · tnt-a 가 아닌 tenant_id",
            "pool",
            "15:41",
            "tnt-a"),
        good(
            SentenceForm.OTHERS_IN_MINUTE,
            "p · 15:41 분 도착 · x 가 아닌 tenant_id 이 아닌 tenant_id",
            "p",
            "15:41",
            "x 가 아닌 tenant_id"),
        good(
            SentenceForm.OTHERS_BEFORE,
            "pool · 10-31 23:12~00:11 도착 · tnt 이 아닌 tenant_id",
            "pool",
            "10-31 23:12",
            "00:11",
            "tnt"),
        good(SentenceForm.POOL_AVERAGE, "pool · 09:17~10:16", "pool", "09:17", "10:16"),
        good(
            SentenceForm.POOL_AVERAGE,
            "10:00~11:00 · 10-31 23:00~10-31 23:59",
            "10:00~11:00",
            "10-31 23:00",
            "10-31 23:59"));
  }

  private static Arguments good(SentenceForm form, String text, String... values) {
    return Arguments.of(text, new Sentence(form, List.of(values)));
  }

  @ParameterizedTest
  @MethodSource("sentences")
  void everyFormIsReadIntoItsValues(String text, Sentence sentence) {
    assertThat(Sentence.parse(text)).contains(sentence);
  }

  @ParameterizedTest
  @MethodSource("sentences")
  void aSentenceIsOfOneFormOnly(String text, Sentence sentence) {
    assertThat(Arrays.stream(SentenceForm.values()).filter(form -> form.read(text).isPresent()))
        .containsExactly(sentence.form());
  }

  @ParameterizedTest
  @MethodSource("sentences")
  void aWrittenSentenceIsReadBack(String text, Sentence sentence) {
    assertThat(Sentence.parse(sentence.text())).contains(sentence);
    assertThat(sentence.text().replace('를', '을').replace('가', '이'))
        .isEqualTo(text.replace('를', '을').replace('가', '이'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " tnt·ep · 10:00~11:00",
        "tnt·ep · 10:00~11:00 도착 ",
        "tnt·ep · 10:00~11:00 도착.",
        "tnt·ep · 10:00-11:00 도착",
        "tnt·ep · 10:30~11:30 도착",
        "tnt·ep · 24:00~25:00 도착",
        "tnt·ep · 10-13 10:00~11:00 도착",
        "tnt·ep·x · 10:00~11:00 도착",
        "tnt · 10:00~11:00 도착",
        "위 요청 중 ttft_ms > 1500 또는 tpot_ms > 80",
        "위 요청 중 ttft_ms > 1,50 또는 tpot_ms > 80",
        "위 요청 중 ttft_ms > 01 또는 tpot_ms > 80",
        "위 요청 중 ttft_ms > 1,500 또는 tpot_ms > 80.0",
        "위 요청 중 ttft_ms > -1 또는 tpot_ms > 80",
        "위 요청 중 ttft_ms > 1,500 그리고 tpot_ms > 80",
        "위 요청 중 ttft_ms >= 1,500 또는 tpot_ms > 80",
        "위 요청 중 ttft_ms > １,500 또는 tpot_ms > 80",
        "10:17:12.5030 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "10:17:12.0 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "10:17:12. 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "10:17:12.0000000001 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "10:17 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "10:17:60 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "24:00:00 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "10:17:12 에 진행 중이던 tnt·ep 요청",
        "13-01 10:17:12 에 진행 중이던 tnt·ep 요청(이 시간대 최대)",
        "이 시간대 tnt·ep 동시 요청 수 최솟값",
        "이 시간대 ·ep 동시 요청 수 최대",
        "10:5 분 안에서 진행 중이던 tnt·ep 요청의 최댓값",
        "10:60 분 안에서 진행 중이던 tnt·ep 요청의 최댓값",
        "24:00 분 안에서 진행 중이던 tnt·ep 요청의 최댓값",
        "동시 요청 수가 16 이 넘은 분",
        "동시 요청 수가 16을 넘은 분",
        "동시 요청 수가 16 을 넘은 분에 도착",
        "SLO 를 넘긴 86건 중 동시 요청 수가 12 를 넘은 분()에 도착",
        "SLO 를 넘긴 86건 중 동시 요청 수가 12 를 넘은 분(29)에 도착",
        "SLO 을 넘긴 86건 중 동시 요청 수가 12 를 넘은 분에 도착",
        "SLO 를 넘긴 86 건 중 동시 요청 수가 12 를 넘은 분에 도착",
        "SLO 를 넘긴 86건 중 모두 SLO 안에 끝났다면 동시 요청 수가 12 를 넘은 분에 도착",
        "SLO 를 넘긴 23건 중 input_tokens ≥ 6,000",
        "15:41 분 도착 · SLO 를 넘긴 tnt 요청",
        "pool · 15:41 분 도착 · tnt 은 아닌 tenant_id",
        "pool · 15:41 분 도착 · tnt 이 아닌 endpoint_id",
        "pool · 9:17~10:16",
        "pool · 09:17 ~ 10:16",
        "pool · 10-31 23:12~24:00",
        "pool · 1031 23:12~00:11"
      })
  void aNearMissIsNoSentence(String text) {
    assertThat(Sentence.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 1_000, 1_000_000})
  void aTextOfAnyLengthIsReadInNoTime(int length) {
    assertThat(Sentence.parse("9".repeat(length))).isEmpty();
    assertThat(Sentence.parse("위 요청 중 ttft_ms > 1" + ",000".repeat(length) + " 또는 tpot_ms > 80"))
        .isEmpty();
    assertThat(Sentence.parse("이 시간대 ".repeat(length) + "·")).isEmpty();
  }
}
