package dev.slowhour.core.compare;

import dev.slowhour.core.judge.Verdict;
import java.math.BigInteger;
import java.util.Optional;

/**
 * The tests of the rule, in the order in which they are made. What the rule decides is {@link
 * Verdict}'s; this says by how much.
 */
public enum RuleTest {
  /** More than 1 % missed: {@code m × 100 − n > 0}. */
  ONE_PERCENT,
  /** Half of the misses or more came in minutes over the contract: {@code c × 2 − m ≥ 0}. */
  OVER_CONCURRENCY,
  /** Half of the misses or more had a longer input than contracted: {@code l × 2 − m ≥ 0}. */
  LONG_INPUT;

  /** Noise is twice the standard deviation: four times the variance, squared. */
  private static final long SQUARED_DEVIATIONS = 4;

  /** {@code 100² × 1/100 × 99/100}: the variance that one request adds to {@code m × 100}. */
  private static final long VARIANCE_OF_ONE_PERCENT = 99;

  /**
   * By how much a test holds or fails.
   *
   * @param test the test
   * @param value {@code m × 100 − n}, {@code c × 2 − m} or {@code l × 2 − m}
   * @param noise the largest absolute value that is noise, ≥ 0
   */
  public record Margin(RuleTest test, long value, long noise) {

    /** Whether the test holds. */
    public boolean holds() {
      return test == ONE_PERCENT ? value > 0 : value >= 0;
    }

    /** Whether chance alone may have brought about that it holds or fails. */
    public boolean isNoise() {
      return Math.abs(value) <= noise;
    }
  }

  /**
   * The margin of this test.
   *
   * <p>Noise is what independent requests that lie on the threshold would scatter by: of n requests
   * of which each misses with a chance of 1 %, {@code m × 100 − n} has the variance {@code 99 n};
   * of m misses of which each came in a minute over the contract (or had a long input) with a
   * chance of one half, {@code c × 2 − m} has the variance {@code m}. A margin is noise when its
   * square is at most four times the variance: two standard deviations, in whole numbers.
   */
  public Margin margin(Counts counts) {
    long value =
        switch (this) {
          case ONE_PERCENT -> counts.misses() * 100 - counts.requests();
          case OVER_CONCURRENCY -> counts.missesInOver() * 2 - counts.misses();
          case LONG_INPUT -> counts.missesWithLongInput() * 2 - counts.misses();
        };
    BigInteger variance =
        this == ONE_PERCENT
            ? BigInteger.valueOf(counts.requests())
                .multiply(BigInteger.valueOf(VARIANCE_OF_ONE_PERCENT))
            : BigInteger.valueOf(counts.misses());
    long noise = variance.multiply(BigInteger.valueOf(SQUARED_DEVIATIONS)).sqrt().longValueExact();
    return new Margin(this, value, noise);
  }

  /** The first test that turns out differently for the two; none when their verdicts are one. */
  public static Optional<RuleTest> parting(Counts left, Counts right) {
    if (left.verdict() == right.verdict()) {
      return Optional.empty();
    }
    for (RuleTest test : values()) {
      if (test.margin(left).holds() != test.margin(right).holds()) {
        return Optional.of(test);
      }
    }
    throw new IllegalStateException("verdicts differ and no test does: " + left + ", " + right);
  }

  /** The first test whose outcome another verdict than theirs would need to be different. */
  public static Optional<RuleTest> missing(Counts counts, Verdict wanted) {
    if (counts.verdict() == wanted) {
      return Optional.empty();
    }
    for (RuleTest test : values()) {
      Optional<Boolean> needed = test.outcomeFor(wanted);
      if (needed.isPresent() && needed.get() != test.margin(counts).holds()) {
        return Optional.of(test);
      }
    }
    throw new IllegalStateException("no test stands against " + wanted + ": " + counts);
  }

  /** How this test has to turn out for that verdict; empty when it is not asked then. */
  private Optional<Boolean> outcomeFor(Verdict verdict) {
    return switch (this) {
      case ONE_PERCENT -> Optional.of(verdict != Verdict.WITHIN_SLO);
      case OVER_CONCURRENCY ->
          verdict == Verdict.WITHIN_SLO
              ? Optional.empty()
              : Optional.of(verdict == Verdict.OVER_CONCURRENCY);
      case LONG_INPUT ->
          switch (verdict) {
            case LONG_INPUT -> Optional.of(true);
            case ISOLATION_FAILURE -> Optional.of(false);
            case WITHIN_SLO, OVER_CONCURRENCY -> Optional.empty();
          };
    };
  }
}
