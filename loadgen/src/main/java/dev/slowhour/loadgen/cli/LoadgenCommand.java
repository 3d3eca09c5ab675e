package dev.slowhour.loadgen.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "loadgen",
    header = "Make load whose causes are known, and the hours that come of it.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "Commands:%n",
    footer = {"", "slowhour loadgen COMMAND --help shows the options of a command."})
final class LoadgenCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
