package dev.slowhour.job.cli;

import dev.slowhour.core.judge.JudgeSettings;
import dev.slowhour.core.read.InstantText;
import dev.slowhour.job.config.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options on which verdicts depend. */
final class JudgeOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "T",
      converter = InstantConverter.class,
      description =
          "Judge hours from this full hour on, such as 2026-10-13T09:00+09:00. Earlier rows still"
              + " count for what was in progress, so give them too.")
  private Instant fromOrNull;

  @Option(
      names = "--to",
      paramLabel = "T",
      converter = InstantConverter.class,
      description = "Judge hours that end by this full hour.")
  private Instant toOrNull;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description =
          "Zone whose clock divides time into hours and in which times are written (default: "
              + JudgeSettings.DEFAULT_ZONE
              + ").")
  private String zoneOrNull;

  @Option(
      names = "--max-request-duration",
      paramLabel = "D",
      converter = DurationConverter.class,
      description =
          "A request that took longer than this is not believed, such as 90m (default: 1h).")
  private Duration maxRequestDurationOrNull;

  /** The settings that the options give. */
  JudgeSettings settings() {
    return settingsOver(JudgeSettings.defaults());
  }

  /** Those settings, but for what the options give. */
  JudgeSettings settingsOver(JudgeSettings others) {
    try {
      return new JudgeSettings(
          Optional.ofNullable(zoneOrNull).orElse(others.zone()),
          Optional.ofNullable(maxRequestDurationOrNull).orElse(others.maxRequestDuration()),
          Optional.ofNullable(fromOrNull).orElse(others.fromOrNull()),
          Optional.ofNullable(toOrNull).orElse(others.toOrNull()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  static final class InstantConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
      return InstantText.parseShown(value)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      value + " (expected: a time with its offset, 2026-10-13T09:00+09:00)"));
    }
  }

  static final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
      return DurationText.parse(value)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      value + " (expected: " + DurationText.EXPECTED + ")"));
    }
  }
}
