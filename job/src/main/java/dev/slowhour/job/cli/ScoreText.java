package dev.slowhour.job.cli;

import dev.slowhour.core.compare.Confusion;
import dev.slowhour.core.compare.RuleTest;
import dev.slowhour.core.compare.Score;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowFigures;
import dev.slowhour.core.judge.Verdict;
import dev.slowhour.core.time.ReportZone;
import dev.slowhour.job.result.ScoreResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A score as text for a terminal. */
final class ScoreText {

  private static final String GAP = "  ";

  private final Score score;
  private final ReportZone zone;
  private final List<String> lines = new ArrayList<>();

  private ScoreText(ScoreResult result) {
    score = result.score();
    zone = result.zone();
  }

  /** The lines to print. */
  static List<String> lines(ScoreResult result) {
    ScoreText text = new ScoreText(result);
    text.addTotal();
    text.addConfusion("by the rule", VerdictReading.BY_RULE);
    text.addConfusion("by the second reading", VerdictReading.AT_SLO);
    text.addWrong();
    text.addNotPlanted();
    return List.copyOf(text.lines);
  }

  private void addTotal() {
    int total = score.planted().size();
    lines.add(
        "as planted: by the rule "
            + score.confusion(VerdictReading.BY_RULE).right()
            + " of "
            + total
            + ", by the second reading "
            + score.confusion(VerdictReading.AT_SLO).right()
            + " of "
            + total);
  }

  private void addConfusion(String title, VerdictReading reading) {
    Confusion confusion = score.confusion(reading);
    boolean hasMissing = confusion.notJudged().values().stream().anyMatch(count -> count > 0);
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of("planted \\ came out"));
    Arrays.stream(Verdict.values()).map(Verdict::label).forEach(header::add);
    if (hasMissing) {
      header.add(ResultText.NO_WINDOW);
    }
    rows.add(header);
    for (Verdict planted : Verdict.values()) {
      List<String> row = new ArrayList<>(List.of(planted.label()));
      for (Verdict cameOut : Verdict.values()) {
        row.add(ResultText.number(confusion.count(planted, cameOut)));
      }
      if (hasMissing) {
        row.add(ResultText.number(confusion.notJudged().get(planted)));
      }
      rows.add(row);
    }
    addHeading(title);
    addTable(rows, Set.of(1, 2, 3, 4, 5));
  }

  private void addWrong() {
    addHeading("not as planted");
    List<Score.Planted> wrong = score.wrong();
    if (wrong.isEmpty()) {
      lines.add(GAP + "none");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> header =
        new ArrayList<>(
            List.of("hour", "tenant", "endpoint", "misses", "planted", "reading", "came out"));
    Arrays.stream(RuleTest.values()).map(ResultText::formula).forEach(header::add);
    rows.add(header);
    for (Score.Planted window : wrong) {
      for (VerdictReading reading : VerdictReading.values()) {
        if (!window.isRight(reading)) {
          rows.add(wrong(window, reading));
        }
      }
    }
    addTable(rows, Set.of(3));
    lines.add(GAP + "(* the test that went the other way; in brackets what is noise of a margin)");
  }

  private List<String> wrong(Score.Planted window, VerdictReading reading) {
    List<String> row = new ArrayList<>(ResultText.names(window.answer().key(), zone));
    row.add(ResultText.misses(window.judged()));
    row.add(window.answer().planted().label());
    row.add(reading == VerdictReading.BY_RULE ? "rule" : "at SLO");
    row.add(window.cameOut(reading).map(Verdict::label).orElse(ResultText.NO_WINDOW));
    for (RuleTest test : RuleTest.values()) {
      row.add(
          window
              .judged()
              .map(figures -> margin(test.margin(figures.counts(reading)), window, reading))
              .orElse("-"));
    }
    return row;
  }

  private static String margin(
      RuleTest.Margin margin, Score.Planted window, VerdictReading reading) {
    return ResultText.signed(margin.value())
        + " (±"
        + ResultText.number(margin.noise())
        + ")"
        + (window.missedBy(reading).filter(margin::equals).isPresent() ? "*" : "");
  }

  private void addNotPlanted() {
    addHeading("not planted, scored apart");
    lines.add(GAP + "in hours with an answer: " + counts(score.notPlanted()));
    lines.add(GAP + "in other hours: " + counts(score.otherHours()));
  }

  private static String counts(List<WindowFigures> windows) {
    if (windows.isEmpty()) {
      return "none";
    }
    return ResultText.count(windows.size(), "window")
        + "; by the rule "
        + counts(windows, VerdictReading.BY_RULE)
        + "; by the second reading "
        + counts(windows, VerdictReading.AT_SLO);
  }

  private static String counts(List<WindowFigures> windows, VerdictReading reading) {
    return Arrays.stream(Verdict.values())
        .map(
            verdict ->
                verdict.label()
                    + " "
                    + ResultText.number(
                        windows.stream().filter(w -> w.verdict(reading) == verdict).count()))
        .collect(Collectors.joining(", "));
  }

  private void addHeading(String heading) {
    lines.add("");
    lines.add(heading);
  }

  private void addTable(List<List<String>> rows, Set<Integer> right) {
    TextTable.lines(rows, right).forEach(line -> lines.add(GAP + line));
  }
}
