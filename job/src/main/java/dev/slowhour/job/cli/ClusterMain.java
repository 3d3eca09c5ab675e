package dev.slowhour.job.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/**
 * Entry of the job's jar: {@code flink run slowhour-flink-job.jar --config FILE}, with the options
 * of {@code ./slowhour stream}. Where the job runs is Flink's to say.
 */
public final class ClusterMain {

  private ClusterMain() {}

  /**
   * Sends the job to the cluster that Flink was called for.
   *
   * @throws IllegalStateException when that cannot be done; what to do about it was printed
   */
  public static void main(String[] arguments) {
    int exitCode =
        new CommandLine(new StreamCommand(true))
            .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
            .setAbbreviatedOptionsAllowed(false)
            .setExecutionExceptionHandler(new FailureMessages())
            .setParameterExceptionHandler(new FailureMessages())
            .execute(arguments);
    if (exitCode != 0) {
      // Not System.exit: this runs within Flink's client, or within a JobManager.
      throw new IllegalStateException("the job was not sent: see above");
    }
  }
}
