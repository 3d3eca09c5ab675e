package dev.slowhour.core.read;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.util.Locale;

/**
 * What the failure of a command looks like: one line and exit code 2 when the user can do something
 * about it, the whole story and exit code 1 when it is a fault of ours.
 */
public final class CommandFailure {

  /** The exit code when the user can do something about it. */
  public static final int CANNOT_BE_DONE = 2;

  /** The exit code when it is a fault of ours. */
  public static final int OUR_FAULT = 1;

  private CommandFailure() {}

  /** Tells of whatever ended a command, and says with which code to exit. */
  public static int told(Throwable failure, PrintWriter err) {
    if (failure instanceof OutOfMemoryError) {
      err.printf(
          Locale.ROOT,
          "slowhour: out of memory: %,d MiB of heap do not suffice (expected: more, such as"
              + " SLOWHOUR_JAVA_OPTS=-Xmx8g)%n",
          Runtime.getRuntime().maxMemory() >> 20);
      return CANNOT_BE_DONE;
    }
    if (failure instanceof InputException || failure instanceof IOException) {
      tell(failure, err);
      return CANNOT_BE_DONE;
    }
    err.println("slowhour: this should not have happened; please report it with what follows");
    failure.printStackTrace(err);
    return OUR_FAULT;
  }

  /** Tells in one line what a failure says. */
  public static void tell(Throwable failure, PrintWriter err) {
    String message =
        failure instanceof FileSystemException file
            ? file.getFile() + ": " + FileFailure.reason(file)
            : String.valueOf(failure.getMessage());
    err.println("slowhour: " + message.replaceAll("\\p{Cc}", "\uFFFD"));
  }
}
