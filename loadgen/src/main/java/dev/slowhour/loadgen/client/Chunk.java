package dev.slowhour.loadgen.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What one event of a completion's stream says.
 *
 * @param carriesToken whether it carries a token; its text may be empty all the same
 * @param hasText whether it carries text, reasoning or tool calls that are not empty
 * @param isFinish whether a choice of it tells its finish reason
 * @param usageOrNull the last word so far on tokens, null when it says none
 * @param errorOrNull the error that it reports, null when it reports none
 */
record Chunk(
    boolean carriesToken,
    boolean hasText,
    boolean isFinish,
    Usage usageOrNull,
    ServerError errorOrNull) {

  /**
   * Reads an event's data.
   *
   * <p>A chunk carries a token when its choice has {@code text} (also empty), or a delta with
   * content, reasoning or tool calls that is not empty, or a delta with {@code content: ""} and no
   * {@code role}: an incomplete UTF-8 sequence is an empty text, and a token. A delta with nothing
   * but a role, an empty delta and a chunk without choices carry none.
   *
   * @throws ProtocolException when the data is no JSON object
   */
  static Chunk read(String data) throws ProtocolException {
    JsonNode root = object(data);
    boolean carriesToken = false;
    boolean hasText = false;
    boolean isFinish = false;
    for (JsonNode choice : root.path("choices")) {
      JsonNode delta = choice.path("delta");
      boolean hasOwnText = isFilled(choice.path("text")) || isFilledDelta(delta);
      hasText |= hasOwnText;
      carriesToken |= hasOwnText || choice.path("text").isTextual() || isEmptyContentAlone(delta);
      isFinish |= isFilled(choice.path("finish_reason"));
    }
    return new Chunk(
        carriesToken,
        hasText,
        isFinish,
        Usage.read(root.path("usage")).orElse(null),
        ServerError.read(root).orElse(null));
  }

  private static JsonNode object(String data) throws ProtocolException {
    try {
      JsonNode root = Json.MAPPER.readTree(data);
      if (root.isObject()) {
        return root;
      }
    } catch (JsonProcessingException e) {
      // Told below, with the text itself.
    }
    throw new ProtocolException("an event is no JSON object: " + Excerpt.of(data));
  }

  private static boolean isFilledDelta(JsonNode delta) {
    return isFilled(delta.path("content"))
        || isFilled(delta.path("reasoning"))
        || isFilled(delta.path("reasoning_content"))
        || isFilled(delta.path("tool_calls"));
  }

  private static boolean isEmptyContentAlone(JsonNode delta) {
    return delta.path("content").isTextual() && !delta.has("role");
  }

  private static boolean isFilled(JsonNode value) {
    return value.isTextual() ? !value.textValue().isEmpty() : value.isArray() && !value.isEmpty();
  }

  Optional<Usage> usage() {
    return Optional.ofNullable(usageOrNull);
  }

  Optional<ServerError> error() {
    return Optional.ofNullable(errorOrNull);
  }
}
