package dev.slowhour.job.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "slowhour",
    header = "Whose slow hour was it?",
    description = {
      "",
      "Reads request logs, contracts and pool metrics of a shared LLM serving platform and gives"
          + " every tenant, endpoint and hour one verdict, with the figures to recount it.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "Commands:%n",
    footer = {
      // The launcher gives these to a module that this one does not know.
      "  loadgen Make load whose causes are known, and the hours that come of it.",
      "  engine  Serve the model of an inference engine over HTTP.",
      "",
      "slowhour COMMAND --help shows the options of a command."
    })
final class SlowhourCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
