package dev.slowhour.job.config;

/**
 * A value as it was written.
 *
 * @param value the text, whatever it is worth
 * @param origin where it comes from, to be shown: {@code slowhour.yaml:12}, the name of an
 *     environment variable, of a flag, or {@code default}
 */
public record Given(String value, String origin) {

  static final String DEFAULT = "default";

  /** Does not show the value: it may be a password. */
  @Override
  public String toString() {
    return "Given[" + origin + "]";
  }
}
