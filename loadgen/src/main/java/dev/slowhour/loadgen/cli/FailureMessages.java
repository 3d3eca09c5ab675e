package dev.slowhour.loadgen.cli;

import dev.slowhour.core.read.FileFailure;
import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What a failure looks like: one line and exit code 2 when the user can do something about it, the
 * whole story and exit code 1 when it is a fault of ours.
 */
final class FailureMessages implements IExecutionExceptionHandler, IParameterExceptionHandler {

  static final int CANNOT_BE_DONE = 2;
  static final int OUR_FAULT = 1;

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult parseResult) {
    return told(failure, command.getErr());
  }

  /** Tells of whatever ended a command, and says with which code to exit. */
  static int told(Throwable failure, PrintWriter err) {
    if (failure instanceof OutOfMemoryError) {
      err.printf(
          Locale.ROOT,
          "slowhour: out of memory: %,d MiB of heap do not suffice (expected: more, such as"
              + " SLOWHOUR_JAVA_OPTS=-Xmx8g)%n",
          Runtime.getRuntime().maxMemory() >> 20);
      return CANNOT_BE_DONE;
    }
    if (failure instanceof InputException || failure instanceof IOException) {
      err.println("slowhour: " + oneLine(failure));
      return CANNOT_BE_DONE;
    }
    err.println("slowhour: this should not have happened; please report it with what follows");
    failure.printStackTrace(err);
    return OUR_FAULT;
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("slowhour: " + oneLine(failure));
    err.println(
        "slowhour: see '" + command.getCommandSpec().qualifiedName() + " --help' for the options");
    return CANNOT_BE_DONE;
  }

  private static String oneLine(Throwable failure) {
    String message =
        failure instanceof java.nio.file.FileSystemException file
            ? file.getFile() + ": " + FileFailure.reason(file)
            : String.valueOf(failure.getMessage());
    return message.replaceAll("\\p{Cc}", "\uFFFD");
  }
}
