package dev.slowhour.loadgen.scenario;

/** How many tokens a prompt or an answer has: drawn, rounded, and kept between min and max. */
public sealed interface Lengths {

  /** Always the same. */
  record Fixed(int value) implements Lengths {}

  /** Each from min to max as often as the others. */
  record Uniform(int min, int max) implements Lengths {}

  /**
   * Log-normal.
   *
   * @param median &gt; 0
   * @param sigma of the logarithm, &gt; 0
   */
  record LogNormal(double median, double sigma, int min, int max) implements Lengths {}

  /**
   * Exponential.
   *
   * @param mean before it is kept between min and max, &gt; 0
   */
  record Exponential(double mean, int min, int max) implements Lengths {}

  /** The longest that can be drawn. */
  default int longest() {
    if (this instanceof Fixed fixed) {
      return fixed.value();
    }
    if (this instanceof Uniform uniform) {
      return uniform.max();
    }
    return this instanceof LogNormal logNormal ? logNormal.max() : ((Exponential) this).max();
  }
}
