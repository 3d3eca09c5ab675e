package dev.slowhour.loadgen.client;

/** What a server sent is not what an OpenAI-compatible one sends. */
final class ProtocolException extends Exception {

  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super(message);
  }
}
