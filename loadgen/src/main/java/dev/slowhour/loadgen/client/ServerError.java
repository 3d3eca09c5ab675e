package dev.slowhour.loadgen.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An error that a server reports, in a body or in the midst of a stream.
 *
 * @param message what it says
 * @param codeOrNull its code where that is an HTTP status (100 to 599), else null
 */
record ServerError(String message, Integer codeOrNull) {

  /**
   * The error of an object: vLLM's and OpenAI's {@code {"error": {"message", "type", "param",
   * "code"}}}, {@code {"error": "text"}}, or {@code {"object": "error", "message", "code"}} of
   * older servers. Empty when it reports none.
   */
  static Optional<ServerError> read(JsonNode root) {
    JsonNode error = root.path("error");
    if (error.isTextual()) {
      return Optional.of(new ServerError(error.textValue(), null));
    }
    if (error.isObject()) {
      return Optional.of(of(error));
    }
    return root.path("object").asText().equals("error") ? Optional.of(of(root)) : Optional.empty();
  }

  /** The error of a body that answers a request, whatever the body is: JSON, HTML, nothing. */
  static ServerError ofBody(String body) {
    try {
      Optional<ServerError> error = read(Json.MAPPER.readTree(body));
      if (error.isPresent()) {
        return error.get();
      }
    } catch (JsonProcessingException e) {
      // Proxies answer with HTML or plain text.
    }
    return new ServerError(body.isBlank() ? "an empty body" : body.strip(), null);
  }

  private static ServerError of(JsonNode error) {
    JsonNode message = error.path("message");
    int code = error.path("code").asInt();
    return new ServerError(
        message.isTextual() ? message.textValue() : error.toString(),
        code >= 100 && code <= 599 ? code : null);
  }

  OptionalInt code() {
    return codeOrNull == null ? OptionalInt.empty() : OptionalInt.of(codeOrNull);
  }
}
