package dev.slowhour.job.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 1h}, {@code 90m}, {@code 30s}, {@code 500ms}, ISO. */
public final class DurationText {

  /** What a message says was expected. */
  public static final String EXPECTED = "a duration such as 1h, 90m, 30s or PT1H30M";

  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private DurationText() {}

  /** The duration; empty when the text is none. */
  public static Optional<Duration> parse(String text) {
    Matcher matcher = SHORT.matcher(text.toLowerCase(Locale.ROOT));
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      return Optional.of(
          switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
          });
    }
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
