package dev.slowhour.loadgen.cli;

import dev.slowhour.core.read.CommandFailure;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Entry of {@code ./slowhour loadgen} and {@code ./slowhour engine}. */
public final class Main {

  private Main() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] arguments) {
    // Whatever the platform's charset is, names are Korean too.
    PrintWriter out = utf8(System.out);
    PrintWriter err = utf8(System.err);
    int exitCode = run(arguments, out, err);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    try {
      return commandLine(out, err).execute(arguments);
    } catch (Error e) {
      return CommandFailure.told(e, err);
    }
  }

  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(new SlowhourCommand())
        .addSubcommand(
            new CommandLine(new LoadgenCommand())
                .addSubcommand(new SimulateCommand())
                .addSubcommand(new FitCommand())
                .addSubcommand(new RunCommand())
                .addSubcommand(new CapacityCommand()))
        .addSubcommand(new EngineCommand())
        .setOut(out)
        .setErr(err)
        .setUsageHelpAutoWidth(true)
        .setAbbreviatedOptionsAllowed(false)
        .setExecutionExceptionHandler(new FailureMessages())
        .setParameterExceptionHandler(new FailureMessages());
  }

  private static PrintWriter utf8(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
