package dev.slowhour.job.replay;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast a day passes.
 *
 * @param factorOrNull how many seconds of the day pass in one, above 0; null: as fast as can be
 */
public record Speed(BigDecimal factorOrNull) {

  /** What a message says was expected. */
  public static final String EXPECTED = "a factor such as 1x, 60x or 0.5x, or max";

  /** Without gaps. */
  public static final Speed MAX = new Speed(null);

  private static final Pattern FACTOR = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)x");
  private static final int NANO_DIGITS = 9;

  /** The speed that a text writes; empty when it writes none. */
  public static Optional<Speed> parse(String text) {
    if (text.equals("max")) {
      return Optional.of(MAX);
    }
    Matcher matcher = FACTOR.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal factor = new BigDecimal(matcher.group(1));
    return factor.signum() == 0 ? Optional.empty() : Optional.of(new Speed(factor));
  }

  /** Whether there are gaps at all. */
  boolean hasGaps() {
    return factorOrNull != null;
  }

  /** How long that much of the day takes. */
  Duration taken(Duration ofTheDay) {
    BigDecimal seconds =
        BigDecimal.valueOf(ofTheDay.getSeconds())
            .add(BigDecimal.valueOf(ofTheDay.getNano(), NANO_DIGITS))
            .divide(factorOrNull, NANO_DIGITS, RoundingMode.DOWN);
    long whole = seconds.longValue();
    return Duration.ofSeconds(
        whole, seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(NANO_DIGITS).longValue());
  }
}
