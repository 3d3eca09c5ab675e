package dev.slowhour.job.cli;

import dev.slowhour.core.read.CommandFailure;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Tells of the failures of commands as {@link CommandFailure} does. */
final class FailureMessages implements IExecutionExceptionHandler, IParameterExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine command, ParseResult parseResult) {
    return CommandFailure.told(failure, command.getErr());
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    CommandFailure.tell(failure, err);
    err.println(
        "slowhour: see '" + command.getCommandSpec().qualifiedName() + " --help' for the options");
    return CommandFailure.CANNOT_BE_DONE;
  }
}
