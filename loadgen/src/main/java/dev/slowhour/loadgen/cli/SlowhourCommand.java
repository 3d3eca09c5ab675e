package dev.slowhour.loadgen.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What stands before this module's commands; {@code ./slowhour} itself is a command of job. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "slowhour",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "Commands:%n")
final class SlowhourCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
