package dev.slowhour.core.compare;

import dev.slowhour.core.judge.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Verdicts that were planted against those that came out.
 *
 * @param judged how many windows, by what was planted and then by what came out; all pairs
 * @param notJudged windows with a planted verdict that do not exist, by what was planted
 */
public record Confusion(
    Map<Verdict, Map<Verdict, Integer>> judged, Map<Verdict, Integer> notJudged) {

  /** A window with a planted verdict. */
  public interface Pair {

    /** What was planted. */
    Verdict planted();

    /** What came out; empty when there is no such window. */
    Optional<Verdict> cameOut();
  }

  /** Counts them. */
  public static Confusion of(Iterable<? extends Pair> pairs) {
    Map<Verdict, Map<Verdict, Integer>> judged = new EnumMap<>(Verdict.class);
    Map<Verdict, Integer> notJudged = new EnumMap<>(Verdict.class);
    for (Verdict planted : Verdict.values()) {
      Map<Verdict, Integer> row = new EnumMap<>(Verdict.class);
      for (Verdict cameOut : Verdict.values()) {
        row.put(cameOut, 0);
      }
      judged.put(planted, row);
      notJudged.put(planted, 0);
    }
    for (Pair pair : pairs) {
      Map<Verdict, Integer> counts =
          pair.cameOut().isPresent() ? judged.get(pair.planted()) : notJudged;
      counts.merge(pair.cameOut().orElse(pair.planted()), 1, Integer::sum);
    }
    return new Confusion(judged, notJudged);
  }

  /** Windows with that planted verdict that came out as that one. */
  public int count(Verdict planted, Verdict cameOut) {
    return judged.get(planted).get(cameOut);
  }

  /** Windows that came out as planted. */
  public int right() {
    int right = 0;
    for (Verdict verdict : Verdict.values()) {
      right += count(verdict, verdict);
    }
    return right;
  }

  /** All windows with a planted verdict. */
  public int total() {
    int total = notJudged.values().stream().mapToInt(Integer::intValue).sum();
    for (Map<Verdict, Integer> row : judged.values()) {
      total += row.values().stream().mapToInt(Integer::intValue).sum();
    }
    return total;
  }
}
