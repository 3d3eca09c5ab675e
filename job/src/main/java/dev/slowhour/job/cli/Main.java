package dev.slowhour.job.cli;

import dev.slowhour.core.read.CommandFailure;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine;

/** Entry of {@code ./slowhour}. */
public final class Main {

  private Main() {}

  /** Runs the command and exits with its code. */
  public static void main(String[] arguments) {
    // Whatever the platform's charset is, verdicts are Korean.
    PrintWriter out = utf8(System.out);
    PrintWriter err = utf8(System.err);
    int exitCode = run(arguments, out, err, home());
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  static int run(String[] arguments, PrintWriter out, PrintWriter err, Path home) {
    try {
      return commandLine(out, err, home).execute(arguments);
    } catch (Error e) {
      // Not thrown on: threads of a cluster in this process would keep it alive.
      return CommandFailure.told(e, err);
    }
  }

  static CommandLine commandLine(PrintWriter out, PrintWriter err, Path home) {
    return new CommandLine(new SlowhourCommand())
        .addSubcommand(new JudgeCommand())
        .addSubcommand(new ShowCommand())
        .addSubcommand(new AuditCommand())
        .addSubcommand(new DoctorCommand())
        .addSubcommand(new ScoreCommand())
        .addSubcommand(new CompareCommand())
        .addSubcommand(new SensitivityCommand())
        .addSubcommand(new DbCommand())
        .addSubcommand(new KafkaCommand())
        .addSubcommand(new StreamCommand(false))
        .addSubcommand(new GrantCommand())
        .addSubcommand(new GrafanaCommand(home, System.getenv()))
        .addSubcommand(new ProduceCommand())
        .addSubcommand(new DemoCommand(home))
        .addSubcommand(new UpCommand(home))
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

  /** Where the launcher stands, with the examples beside it. */
  private static Path home() {
    return Path.of(System.getProperty("slowhour.home", ""));
  }
}
