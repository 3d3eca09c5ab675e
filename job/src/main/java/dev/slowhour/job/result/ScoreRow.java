package dev.slowhour.job.result;

import static dev.slowhour.core.compare.VerdictReading.AT_SLO;
import static dev.slowhour.core.compare.VerdictReading.BY_RULE;

import dev.slowhour.core.compare.Answer;
import dev.slowhour.core.compare.RuleTest;
import dev.slowhour.core.compare.Score;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowFigures;
import dev.slowhour.core.compare.WindowKey;
import dev.slowhour.core.judge.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A window of a score.
 *
 * @param planted its answer and what came of it; empty where nothing was planted
 * @param judged its figures; empty when there is no such window
 * @param hasAnsweredHour whether any window of its hour has an answer
 */
public record ScoreRow(
    WindowKey key,
    Optional<Score.Planted> planted,
    Optional<WindowFigures> judged,
    boolean hasAnsweredHour) {

  /** All windows of the score: planted ones, then those of their hours, then the others. */
  public static List<ScoreRow> of(Score score) {
    List<ScoreRow> rows = new ArrayList<>();
    for (Score.Planted planted : score.planted()) {
      rows.add(new ScoreRow(planted.answer().key(), Optional.of(planted), planted.judged(), true));
    }
    score.notPlanted().forEach(window -> rows.add(notPlanted(window, true)));
    score.otherHours().forEach(window -> rows.add(notPlanted(window, false)));
    return rows;
  }

  private static ScoreRow notPlanted(WindowFigures window, boolean hasAnsweredHour) {
    return new ScoreRow(window.key(), Optional.empty(), Optional.of(window), hasAnsweredHour);
  }

  /** The fields, as JSON and the store have them. */
  public static List<RowField<ScoreRow>> fields() {
    List<RowField<ScoreRow>> fields = new ArrayList<>(WindowFields.key(ScoreRow::key));
    fields.add(
        RowField.text("planted", row -> row.answer().map(Answer::planted).map(Verdict::text)));
    fields.add(RowField.text("cause", row -> row.answer().map(Answer::cause)));
    fields.add(RowField.truth("has_answered_hour", row -> Optional.of(row.hasAnsweredHour())));
    fields.add(WindowFields.verdict("verdict", BY_RULE, ScoreRow::judged));
    fields.add(WindowFields.verdict("verdict_at_slo", AT_SLO, ScoreRow::judged));
    fields.add(right("is_right", BY_RULE));
    fields.add(right("is_right_at_slo", AT_SLO));
    fields.addAll(WindowFields.counts(List.of(new WindowFields.Side<>("", ScoreRow::judged))));
    addMissed(fields, "", BY_RULE);
    addMissed(fields, "_at_slo", AT_SLO);
    return List.copyOf(fields);
  }

  private static RowField<ScoreRow> right(String name, VerdictReading reading) {
    return RowField.truth(name, row -> row.planted().map(planted -> planted.isRight(reading)));
  }

  private static void addMissed(
      List<RowField<ScoreRow>> fields, String suffix, VerdictReading reading) {
    fields.add(
        RowField.text(
            "missed_by" + suffix,
            row -> row.missedBy(reading).map(margin -> WindowFields.name(margin.test()))));
    fields.add(
        RowField.count(
            "margin" + suffix, row -> row.missedBy(reading).map(RuleTest.Margin::value)));
    fields.add(
        RowField.count("noise" + suffix, row -> row.missedBy(reading).map(RuleTest.Margin::noise)));
  }

  private Optional<Answer> answer() {
    return planted.map(Score.Planted::answer);
  }

  private Optional<RuleTest.Margin> missedBy(VerdictReading reading) {
    return planted.flatMap(window -> window.missedBy(reading));
  }
}
