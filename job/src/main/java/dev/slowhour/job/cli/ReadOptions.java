package dev.slowhour.job.cli;

import dev.slowhour.core.judge.JudgeSettings;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options on which it depends what a line says: those of {@link JudgeOptions} but the hours.
 */
final class ReadOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description =
          "Zone in which times are written (default: " + JudgeSettings.DEFAULT_ZONE + ").")
  private String zone = JudgeSettings.DEFAULT_ZONE;

  @Option(
      names = "--max-request-duration",
      paramLabel = "D",
      converter = JudgeOptions.DurationConverter.class,
      description = "A request that took longer than this is not believed (default: 1h).")
  private Duration maxRequestDuration = JudgeSettings.defaults().maxRequestDuration();

  JudgeSettings settings() {
    try {
      return new JudgeSettings(zone, maxRequestDuration, null, null);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }
}
