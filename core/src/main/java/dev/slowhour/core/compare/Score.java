package dev.slowhour.core.compare;

import dev.slowhour.core.judge.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Judged windows against the causes that were planted in some of them.
 *
 * @param planted the windows with an answer, in their order
 * @param notPlanted windows without one, in hours in which another has one: nobody planned how they
 *     should come out
 * @param otherHours windows of all other hours
 */
public record Score(
    List<Planted> planted, List<WindowFigures> notPlanted, List<WindowFigures> otherHours) {

  /**
   * A window with an answer.
   *
   * @param judged its figures; empty when no request of it was judged
   */
  public record Planted(Answer answer, Optional<WindowFigures> judged) {

    /** What came out by that reading; empty when there is no such window. */
    public Optional<Verdict> cameOut(VerdictReading reading) {
      return judged.map(figures -> figures.verdict(reading));
    }

    /** Whether it came out as planted. */
    public boolean isRight(VerdictReading reading) {
      return cameOut(reading).equals(Optional.of(answer.planted()));
    }

    /** The test that kept it from coming out as planted; empty when it did, or is not there. */
    public Optional<RuleTest.Margin> missedBy(VerdictReading reading) {
      return judged.flatMap(
          figures ->
              RuleTest.missing(figures.counts(reading), answer.planted())
                  .map(test -> test.margin(figures.counts(reading))));
    }
  }

  private record Pair(Verdict planted, Optional<Verdict> cameOut) implements Confusion.Pair {}

  /**
   * The score.
   *
   * @param answers at most one of a window
   */
  public static Score of(Collection<Answer> answers, Collection<WindowFigures> windows) {
    Map<WindowKey, Answer> unanswered = new TreeMap<>();
    Set<Instant> hours = new HashSet<>();
    for (Answer answer : answers) {
      if (unanswered.put(answer.key(), answer) != null) {
        throw new IllegalArgumentException("two answers about " + answer.key());
      }
      hours.add(answer.key().windowStart());
    }
    Map<WindowKey, Planted> planted = new TreeMap<>();
    List<WindowFigures> notPlanted = new ArrayList<>();
    List<WindowFigures> otherHours = new ArrayList<>();
    for (WindowFigures window : windows) {
      Answer answer = unanswered.remove(window.key());
      if (answer != null) {
        planted.put(window.key(), new Planted(answer, Optional.of(window)));
      } else if (hours.contains(window.key().windowStart())) {
        notPlanted.add(window);
      } else {
        otherHours.add(window);
      }
    }
    unanswered.forEach((key, answer) -> planted.put(key, new Planted(answer, Optional.empty())));
    return new Score(
        List.copyOf(planted.values()), List.copyOf(notPlanted), List.copyOf(otherHours));
  }

  /** Planted against what came out. */
  public Confusion confusion(VerdictReading reading) {
    return Confusion.of(
        planted.stream()
            .map(window -> new Pair(window.answer().planted(), window.cameOut(reading)))
            .toList());
  }

  /** The windows that did not come out as planted by at least one of the readings. */
  public List<Planted> wrong() {
    return planted.stream()
        .filter(
            window ->
                !window.isRight(VerdictReading.BY_RULE) || !window.isRight(VerdictReading.AT_SLO))
        .toList();
  }
}
