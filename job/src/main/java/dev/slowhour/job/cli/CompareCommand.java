package dev.slowhour.job.cli;

import dev.slowhour.job.compare.Comparing;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "compare",
    header = "Hold two judged outputs of the same hours against each other.",
    description = {
      "",
      "Says what became of each isolation failure, which verdicts changed and by what margins (a"
          + " change that both margins put down to noise is called marginal), and the goodput of"
          + " each tenant: requests within their SLO per second, and of all that were sent. Only"
          + " hours in which both have a window are compared.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:compared",
      "1:a fault of slowhour",
      "2:a folder cannot be read, they cannot be compared, or the result cannot be written"
    })
final class CompareCommand implements Callable<Integer> {

  private static final int MAX_SHIFT_HOURS = 24 * 366;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "The folder that judge wrote before.")
  private Path before;

  @Parameters(index = "1", paramLabel = "B", description = "The folder that judge wrote after.")
  private Path after;

  @Option(
      names = "--name-a",
      paramLabel = "NAME",
      description = "What the configuration before is called (default: A's name).")
  private String beforeNameOrNull;

  @Option(
      names = "--name-b",
      paramLabel = "NAME",
      description = "What the configuration after is called (default: B's name).")
  private String afterNameOrNull;

  @Option(
      names = "--shift",
      paramLabel = "HOURS",
      defaultValue = "0",
      description =
          "Move B's hours by so many before comparing: -24 for the same scenario one night later"
              + " (default: ${DEFAULT-VALUE}).")
  private int shiftHours;

  @Mixin private ResultOptions options;

  @Mixin private JdbcOptions jdbc;

  @Override
  public Integer call() throws Exception {
    if (Math.abs((long) shiftHours) > MAX_SHIFT_HOURS) {
      throw new ParameterException(
          spec.commandLine(),
          "--shift: "
              + shiftHours
              + " (expected: -"
              + MAX_SHIFT_HOURS
              + " to "
              + MAX_SHIFT_HOURS
              + ")");
    }
    ComparisonOutputs outputs = ComparisonOutputs.of(options, jdbc);
    String beforeName = name("--name-a", beforeNameOrNull, before);
    String afterName = name("--name-b", afterNameOrNull, after);
    Comparing.Names names =
        new Comparing.Names(options.name(beforeName + " → " + afterName), beforeName, afterName);
    outputs.give(Comparing.compare(names, before, after, shiftHours), spec.commandLine().getOut());
    return 0;
  }

  private String name(String option, String nameOrNull, Path folder) {
    return options.checked(option, nameOrNull == null ? ResultOptions.nameOf(folder) : nameOrNull);
  }
}
