package dev.slowhour.job.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

/** Runs a command as the launcher would, and keeps what it prints. */
record Cli(int exitCode, String out, String err) {

  /** The repository: where the launcher stands. */
  static final Path HOME = Path.of("..");

  static Cli run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Main.run(arguments, new PrintWriter(out), new PrintWriter(err), HOME);
    return new Cli(exitCode, out.toString(), err.toString());
  }
}
