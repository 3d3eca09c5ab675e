package dev.slowhour.loadgen.client;

/** How a request ended. Only an answered one has latencies; the others are counted apart. */
public enum Outcome {
  /** The stream came to its end with at least one token. */
  ANSWERED("answered"),
  /** The server would not take it: 429 or 503. */
  REFUSED("refused"),
  /** A limit of this client cut it, or a server or proxy answered 408 or 504. */
  TIMEOUT("timeout"),
  /** This client gave up on it, since the run was ended. */
  CANCELLED("cancelled"),
  /**
   * Anything else: another status, an error event, a cut stream, no connection, no event stream.
   */
  ERROR("error");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  /** As it is written; of a failure the {@code kind} of {@code request_failures}. */
  public String word() {
    return word;
  }

  /** What a status other than 200 means. */
  static Outcome ofStatus(int status) {
    return switch (status) {
      case 429, 503 -> REFUSED;
      case 408, 504 -> TIMEOUT;
      default -> ERROR;
    };
  }
}
