package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.scenario.Lengths;
import org.hipparchus.random.RandomDataGenerator;

/** Randomness of one sender: a seed and a name give the same draws wherever it runs. */
final class Dice {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final RandomDataGenerator random;

  /**
   * @param seed of the whole run
   * @param name whose dice they are: others get others
   */
  Dice(long seed, String name) {
    long mixed = seed;
    for (int i = 0; i < name.length(); i++) {
      mixed = (mixed ^ name.charAt(i)) * GOLDEN_GAMMA;
      mixed ^= mixed >>> 29;
    }
    random = new RandomDataGenerator(mixed);
  }

  /** Nanoseconds until the next of independent events. */
  long exponentialNanos(double ratePerSecond) {
    return nanos(random.nextExponential(1 / ratePerSecond));
  }

  /** Nanoseconds with a mean of 1 ÷ rate and a coefficient of variation. */
  long gammaNanos(double ratePerSecond, double coefficientOfVariation) {
    double shape = 1 / (coefficientOfVariation * coefficientOfVariation);
    return nanos(random.nextGamma(shape, 1 / (ratePerSecond * shape)));
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }

  int draw(Lengths lengths) {
    if (lengths instanceof Lengths.Fixed fixed) {
      return fixed.value();
    }
    if (lengths instanceof Lengths.Uniform uniform) {
      return uniform.min() + below(uniform.max() - uniform.min() + 1);
    }
    if (lengths instanceof Lengths.LogNormal normal) {
      double drawn = Math.exp(random.nextNormal(Math.log(normal.median()), normal.sigma()));
      return within(drawn, normal.min(), normal.max());
    }
    Lengths.Exponential exponential = (Lengths.Exponential) lengths;
    return within(random.nextExponential(exponential.mean()), exponential.min(), exponential.max());
  }

  private static int within(double drawn, int min, int max) {
    return (int) Math.max(min, Math.min(max, Math.round(drawn)));
  }

  /** From 0 to bound − 1. */
  int below(int bound) {
    return bound == 1 ? 0 : random.nextInt(0, bound - 1);
  }
}
