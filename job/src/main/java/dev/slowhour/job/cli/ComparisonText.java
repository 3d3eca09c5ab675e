package dev.slowhour.job.cli;

import dev.slowhour.core.compare.Comparison;
import dev.slowhour.core.compare.Goodput;
import dev.slowhour.core.compare.MinuteChange;
import dev.slowhour.core.compare.VerdictReading;
import dev.slowhour.core.compare.WindowChange;
import dev.slowhour.job.result.ComparisonResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A comparison as text for a terminal. */
final class ComparisonText {

  private static final String GAP = "  ";

  private final ComparisonResult result;
  private final Comparison comparison;
  private final List<String> lines = new ArrayList<>();

  private ComparisonText(ComparisonResult result) {
    this.result = result;
    comparison = result.comparison();
  }

  /** The lines to print. */
  static List<String> lines(ComparisonResult result) {
    ComparisonText text = new ComparisonText(result);
    text.addHead();
    switch (result.kind()) {
      case COMPARE -> {
        text.addFirstIsolationFailures();
        text.addFlips();
        text.addGoodput();
      }
      case SENSITIVITY -> {
        text.addMinutes();
        text.addFlips();
      }
    }
    return List.copyOf(text.lines);
  }

  private void addHead() {
    lines.add("before: " + result.before());
    lines.add("after:  " + result.after());
    lines.add(
        ResultText.count(comparison.hours().size(), "hour")
            + " with windows in both, "
            + ResultText.count(comparison.windows().size(), "window")
            + (result.shiftHours() == 0
                ? ""
                : ", those after moved by " + ResultText.signed(result.shiftHours()) + " h"));
    if (comparison.leftOutBefore() > 0 || comparison.leftOutAfter() > 0) {
      lines.add(
          "left out, in hours of one side only: "
              + ResultText.number(comparison.leftOutBefore())
              + " before, "
              + ResultText.number(comparison.leftOutAfter())
              + " after");
    }
  }

  private void addFirstIsolationFailures() {
    List<WindowChange> byRule = comparison.firstIsolationFailures(VerdictReading.BY_RULE);
    List<WindowChange> atSlo = comparison.firstIsolationFailures(VerdictReading.AT_SLO);
    List<WindowChange> either =
        comparison.windows().stream()
            .filter(window -> byRule.contains(window) || atSlo.contains(window))
            .toList();
    addHeading("isolation failures before, and what became of them");
    if (either.isEmpty()) {
      lines.add(GAP + "none");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("hour", "tenant", "endpoint", "misses", "before", "→", "misses", "after"));
    either.stream().limit(ResultText.MAX_ROWS).forEach(window -> rows.add(beforeAndAfter(window)));
    addTable(rows, Set.of(3, 6));
    ResultText.rest(either.size()).ifPresent(rest -> lines.add(GAP + rest));
    lines.add(
        GAP
            + "within SLO after: by the rule "
            + within(byRule)
            + ", by the second reading "
            + within(atSlo));
  }

  private List<String> beforeAndAfter(WindowChange window) {
    List<String> row = new ArrayList<>(ResultText.names(window.key(), result.zone()));
    row.add(ResultText.misses(window.before()));
    row.add(ResultText.verdicts(window.before()));
    row.add("→");
    row.add(ResultText.misses(window.after()));
    row.add(ResultText.verdicts(window.after()));
    return row;
  }

  private static String within(List<WindowChange> windows) {
    return windows.stream().filter(WindowChange::isWithinSloAfter).count()
        + " of "
        + windows.size();
  }

  private void addFlips() {
    addFlips("verdicts that changed, by the rule", VerdictReading.BY_RULE);
    addFlips("verdicts that changed, by the second reading", VerdictReading.AT_SLO);
  }

  private void addFlips(String title, VerdictReading reading) {
    List<WindowChange> flipped = comparison.flipped(reading);
    addHeading(title);
    if (flipped.isEmpty()) {
      lines.add(GAP + "none");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("hour", "tenant", "endpoint", "before", "→", "after", "by", "", ""));
    flipped.stream()
        .limit(ResultText.MAX_ROWS)
        .forEach(window -> rows.add(flip(window, window.flip(reading).orElseThrow())));
    addTable(rows, Set.of());
    ResultText.rest(flipped.size()).ifPresent(rest -> lines.add(GAP + rest));
  }

  private List<String> flip(WindowChange window, WindowChange.Flip flip) {
    List<String> row = new ArrayList<>(ResultText.names(window.key(), result.zone()));
    row.add(flip.verdictBefore().label());
    row.add("→");
    row.add(flip.verdictAfter().label());
    row.add(ResultText.formula(flip.test()));
    row.add(
        ResultText.signed(flip.before().value())
            + " → "
            + ResultText.signed(flip.after().value())
            + " (noise ±"
            + ResultText.number(flip.before().noise())
            + ", ±"
            + ResultText.number(flip.after().noise())
            + ")");
    row.add(flip.isMarginal() ? "marginal" : "");
    return row;
  }

  private void addGoodput() {
    addHeading(
        "goodput over "
            + ResultText.count(comparison.hours().size(), "hour")
            + ": requests within their SLO per second, and of all that were sent");
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("tenant", "before /s", "after /s", "before", "after", "failed before", "after"));
    for (Map.Entry<String, Comparison.TenantGoodput> tenant : comparison.goodput().entrySet()) {
      Goodput before = tenant.getValue().before();
      Goodput after = tenant.getValue().after();
      rows.add(
          List.of(
              tenant.getKey(),
              before.perSecond().toPlainString(),
              after.perSecond().toPlainString(),
              share(before),
              share(after),
              comparison.failuresBefore() ? ResultText.number(before.failed()) : "-",
              comparison.failuresAfter() ? ResultText.number(after.failed()) : "-"));
    }
    addTable(rows, Set.of(1, 2, 3, 4, 5, 6));
    if (!comparison.failuresBefore() || !comparison.failuresAfter()) {
      lines.add(
          GAP
              + "(-: judged without request_failures, so that the share is of the requests that"
              + " were answered)");
    }
  }

  private static String share(Goodput goodput) {
    return goodput
        .shareOfOffered()
        .map(share -> share.movePointRight(2).toPlainString() + "%")
        .orElse("-");
  }

  private void addMinutes() {
    addHeading("minutes");
    addMinutes("by the rule", VerdictReading.BY_RULE);
    addMinutes("by the second reading", VerdictReading.AT_SLO);
    List<MinuteChange> changes = result.minutes().changes();
    if (changes.isEmpty()) {
      return;
    }
    lines.add(GAP + "(* over the contract by one length only)");
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("minute", "tenant", "endpoint", "contract", "peak", "", "at SLO", ""));
    changes.stream()
        .sorted(Comparator.comparing((MinuteChange minute) -> !isFlip(minute)))
        .limit(ResultText.MAX_ROWS)
        .forEach(minute -> rows.add(minute(minute)));
    addTable(rows, Set.of(3));
    ResultText.rest(changes.size()).ifPresent(rest -> lines.add(GAP + rest));
  }

  /** These come first. */
  private static boolean isFlip(MinuteChange minute) {
    return minute.flips(VerdictReading.BY_RULE) || minute.flips(VerdictReading.AT_SLO);
  }

  private void addMinutes(String title, VerdictReading reading) {
    lines.add(
        GAP
            + title
            + ": "
            + ResultText.number(result.minutes().changed(reading))
            + " of "
            + ResultText.number(result.minutes().minutes())
            + " have another concurrency, "
            + ResultText.number(result.minutes().flipped(reading))
            + " are over the contract by one length only");
  }

  private List<String> minute(MinuteChange minute) {
    return List.of(
        result.zone().minuteText(minute.minute()).replace('T', ' '),
        minute.window().endpoint().tenantId(),
        minute.window().endpoint().endpointId(),
        ResultText.number(minute.maxConcurrency()),
        minute.before().asSent() + " → " + minute.after().asSent(),
        minute.flips(VerdictReading.BY_RULE) ? "*" : "",
        minute.before().atSlo() + " → " + minute.after().atSlo(),
        minute.flips(VerdictReading.AT_SLO) ? "*" : "");
  }

  private void addHeading(String heading) {
    lines.add("");
    lines.add(heading);
  }

  private void addTable(List<List<String>> rows, Set<Integer> right) {
    TextTable.lines(rows, right).forEach(line -> lines.add(GAP + line));
  }
}
