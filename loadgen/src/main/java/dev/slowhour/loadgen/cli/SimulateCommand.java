package dev.slowhour.loadgen.cli;

import dev.slowhour.loadgen.scenario.Scenario;
import dev.slowhour.loadgen.scenario.ScenarioReader;
import dev.slowhour.loadgen.tables.SimulatedHours;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "simulate",
    header = "Run a scenario on the engine model, in simulated time.",
    description = {
      "",
      "Writes what judge reads (request logs, failures, contracts, pools, metrics per minute), and"
          + " beside it the answer key (answers.json) and how long each request waited in the"
          + " engine (engine_waits.jsonl). The same scenario and seed give the same bytes.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:written",
      "1:a fault of slowhour",
      "2:the scenario cannot be read, or the folder cannot be written"
    })
final class SimulateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SCENARIO", description = "A scenario in YAML.")
  private Path scenario;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder to write to: a new or an empty one.")
  private Path out;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What is drawn at random hangs on it (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() throws Exception {
    Scenario read = ScenarioReader.read(scenario);
    SimulatedHours.Totals totals = SimulatedHours.write(read, seed, out);
    PrintWriter printer = spec.commandLine().getOut();
    printer.printf(
        Locale.ROOT,
        "%s, seed %d: %d hours, %,d requests answered, %,d refused, %,d windows planted; %,d steps,"
            + " %,d preemptions%n",
        read.name(),
        seed,
        read.duration().toHours(),
        totals.answered(),
        totals.refused(),
        read.planted().size(),
        totals.steps(),
        totals.preemptions());
    printer.println("written to " + out);
    printer.flush();
    return 0;
  }
}
