package dev.slowhour.core.compare;

import static dev.slowhour.core.compare.Figures.key;
import static dev.slowhour.core.compare.Figures.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.judge.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ScoreTest {

  private static Answer answer(WindowKey key, Verdict planted) {
    return new Answer(key, planted, "");
  }

  @Test
  void nothingPlantedIsNothingRight() {
    Score score = Score.of(List.of(), List.of(window(key("a", "x", 0), 100, 0, 0, 0)));
    assertThat(score.planted()).isEmpty();
    assertThat(score.notPlanted()).isEmpty();
    assertThat(score.otherHours()).hasSize(1);
    Confusion confusion = score.confusion(VerdictReading.BY_RULE);
    assertThat(confusion.total()).isZero();
    assertThat(confusion.right()).isZero();
  }

  @Test
  void aVictimWhoseRequestsPiledUpIsRightByTheSecondReadingOnly() {
    // 10 misses, all in minutes over the contract as sent, 4 of them at SLO.
    Score score =
        Score.of(
            List.of(answer(key("a", "x", 0), Verdict.ISOLATION_FAILURE)),
            List.of(window(key("a", "x", 0), 100, 10, 10, 4, 0)));
    Score.Planted planted = score.planted().get(0);
    assertThat(planted.isRight(VerdictReading.BY_RULE)).isFalse();
    assertThat(planted.isRight(VerdictReading.AT_SLO)).isTrue();
    assertThat(planted.missedBy(VerdictReading.BY_RULE))
        .contains(new RuleTest.Margin(RuleTest.OVER_CONCURRENCY, 10, 6));
    assertThat(planted.missedBy(VerdictReading.AT_SLO)).isEmpty();
    assertThat(score.wrong()).containsExactly(planted);
    assertThat(
            score
                .confusion(VerdictReading.BY_RULE)
                .count(Verdict.ISOLATION_FAILURE, Verdict.OVER_CONCURRENCY))
        .isEqualTo(1);
  }

  @Test
  void aWindowThatIsNotThereIsWrongAndHasAPlaceOfItsOwn() {
    Score score = Score.of(List.of(answer(key("a", "x", 0), Verdict.WITHIN_SLO)), List.of());
    assertThat(score.wrong()).hasSize(1);
    assertThat(score.wrong().get(0).missedBy(VerdictReading.BY_RULE)).isEmpty();
    Confusion confusion = score.confusion(VerdictReading.AT_SLO);
    assertThat(confusion.notJudged()).containsEntry(Verdict.WITHIN_SLO, 1);
    assertThat(confusion.count(Verdict.WITHIN_SLO, Verdict.WITHIN_SLO)).isZero();
    assertThat(confusion.right()).isZero();
    assertThat(confusion.total()).isEqualTo(1);
  }

  @Test
  void windowsThatNobodyPlannedAreApartByWhetherTheirHourHasAnAnswer() {
    Score score =
        Score.of(
            List.of(answer(key("a", "x", 1), Verdict.WITHIN_SLO)),
            List.of(
                window(key("a", "x", 0), 100, 0, 0, 0),
                window(key("a", "x", 1), 100, 0, 0, 0),
                window(key("b", "x", 1), 100, 90, 0, 0)));
    assertThat(score.notPlanted()).extracting(WindowFigures::key).containsExactly(key("b", "x", 1));
    assertThat(score.otherHours()).extracting(WindowFigures::key).containsExactly(key("a", "x", 0));
    assertThat(score.confusion(VerdictReading.BY_RULE).total()).isEqualTo(1);
    assertThat(score.wrong()).isEmpty();
  }

  @Test
  void twoAnswersAboutOneWindowAreRefused() {
    assertThatThrownBy(
            () ->
                Score.of(
                    List.of(
                        answer(key("a", "x", 0), Verdict.WITHIN_SLO),
                        answer(key("a", "x", 0), Verdict.LONG_INPUT)),
                    List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void theConfusionMatrixIsThatOfCountingByHand(@ForAll long seed) {
    Random random = new Random(seed);
    List<WindowFigures> windows = Figures.some(random);
    List<Answer> answers = new ArrayList<>();
    for (String tenant : List.of("a", "b")) {
      for (int hour = 0; hour < 3; hour++) {
        if (random.nextBoolean()) {
          answers.add(
              answer(key(tenant, "x", hour), List.of(Verdict.values()).get(random.nextInt(4))));
        }
      }
    }
    Collections.shuffle(windows, random);
    Collections.shuffle(answers, random);
    Score score = Score.of(answers, windows);
    for (VerdictReading reading : VerdictReading.values()) {
      Confusion confusion = score.confusion(reading);
      int right = 0;
      for (Verdict planted : Verdict.values()) {
        for (Verdict cameOut : Verdict.values()) {
          int expected = 0;
          for (Answer answer : answers) {
            Optional<Verdict> found = verdict(windows, answer.key(), reading);
            if (answer.planted() == planted && found.equals(Optional.of(cameOut))) {
              expected++;
            }
          }
          assertThat(confusion.count(planted, cameOut)).isEqualTo(expected);
          right += planted == cameOut ? expected : 0;
        }
        long missing =
            answers.stream()
                .filter(answer -> answer.planted() == planted)
                .filter(answer -> verdict(windows, answer.key(), reading).isEmpty())
                .count();
        assertThat(confusion.notJudged().get(planted)).isEqualTo((int) missing);
      }
      assertThat(confusion.right()).isEqualTo(right);
      assertThat(confusion.total()).isEqualTo(answers.size());
    }
    long judged = score.planted().stream().filter(window -> window.judged().isPresent()).count();
    assertThat(judged + score.notPlanted().size() + score.otherHours().size())
        .isEqualTo(windows.size());
  }

  /** The rule once more, by divisions: exact, since the counts are small. */
  private static Optional<Verdict> verdict(
      List<WindowFigures> windows, WindowKey key, VerdictReading reading) {
    for (WindowFigures window : windows) {
      if (window.key().equals(key)) {
        Counts counts = window.counts(reading);
        double half = counts.misses() / 2.0;
        if (counts.misses() <= Math.floorDiv(counts.requests(), 100)) {
          return Optional.of(Verdict.WITHIN_SLO);
        }
        if (counts.missesInOver() >= half) {
          return Optional.of(Verdict.OVER_CONCURRENCY);
        }
        return Optional.of(
            counts.missesWithLongInput() >= half ? Verdict.LONG_INPUT : Verdict.ISOLATION_FAILURE);
      }
    }
    return Optional.empty();
  }
}
