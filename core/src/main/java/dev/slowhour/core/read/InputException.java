package dev.slowhour.core.read;

/** The input as a whole cannot be judged. The message is one line that says what to do. */
public final class InputException extends Exception {

  private static final long serialVersionUID = 1L;

  /** With a message of one line. */
  public InputException(String message) {
    super(message);
  }

  /** With a message of one line, and what led to it. */
  public InputException(String message, Throwable cause) {
    super(message, cause);
  }
}
