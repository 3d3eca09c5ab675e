package dev.slowhour.loadgen.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import dev.slowhour.loadgen.engine.EngineRequest;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Reads what a client asks for, and refuses with vLLM's words what vLLM refuses. */
final class CallReader {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What {@code max_tokens} means for a plain completion without it. */
  private static final int DEFAULT_MAX_TOKENS = 16;

  private final EngineServerConfig config;
  private final Clock clock;
  private final AtomicLong calls = new AtomicLong();

  CallReader(EngineServerConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /**
   * Reads a body.
   *
   * @param requestId what {@code X-Request-Id} said
   * @throws ApiError when vLLM would refuse it
   */
  Call read(boolean isChat, String body, Optional<String> requestId) throws ApiError {
    JsonNode root = object(body);
    String model = root.path("model").asText(config.model());
    if (!model.equals(config.model())) {
      throw ApiError.noSuchModel(model, config.model());
    }
    checkSampling(root);
    Prompt prompt = prompt(isChat, root);
    int maxModelLen = config.engine().maxModelLen();
    checkPrompt(prompt.tokens(), maxModelLen);
    int maxTokens = maxTokens(isChat, root, prompt.tokens(), maxModelLen);
    int outputTokens = outputTokens(root, maxTokens);
    JsonNode options = root.path("stream_options");
    String id =
        (isChat ? "chatcmpl-" : "cmpl-")
            + requestId.orElseGet(() -> UUID.randomUUID().toString().replace("-", ""));
    String engineId = Long.toString(calls.incrementAndGet());
    return new Call(
        id,
        new EngineRequest(
            engineId,
            prompt.tokens(),
            outputTokens,
            root.path("priority").asInt(0),
            prompt.prefix()),
        isChat,
        root.path("stream").asBoolean(false),
        options.path("include_usage").asBoolean(false),
        options.path("continuous_usage_stats").asBoolean(false),
        maxTokens,
        outputTokens == maxTokens ? "length" : "stop",
        clock.instant().getEpochSecond());
  }

  private static JsonNode object(String body) throws ApiError {
    try {
      JsonNode root = JSON.readTree(body);
      if (root.isObject()) {
        return root;
      }
      throw ApiError.invalid(
          "body",
          "1 validation error:\n  {'type': 'model_attributes_type', 'loc': 'body', 'msg': 'Input"
              + " should be a valid dictionary or object to extract fields from'}");
    } catch (JsonProcessingException e) {
      String place = "body." + Math.max(0, e.getLocation().getCharOffset());
      throw ApiError.invalid(
          place,
          "1 validation error:\n  {'type': 'json_invalid', 'loc': '"
              + place
              + "', 'msg': 'JSON decode error', 'input': '<dict of 0 items>', 'ctx': {'error':"
              + " 'Expecting value'}}");
    }
  }

  private static void checkSampling(JsonNode root) throws ApiError {
    JsonNode temperature = root.path("temperature");
    if (temperature.isNumber() && temperature.doubleValue() < 0) {
      String value = Double.toString(temperature.doubleValue());
      throw ApiError.badParameter(
          "temperature", value, "temperature must be non-negative, got " + value + ".");
    }
    int n = root.path("n").asInt(1);
    if (n != 1) {
      throw ApiError.badParameter("n", Integer.toString(n), "n must be 1 on this engine.");
    }
  }

  private Prompt prompt(boolean isChat, JsonNode root) throws ApiError {
    int span = config.engine().blockSize();
    if (isChat) {
      return Prompt.ofText(messages(root.path("messages")), span);
    }
    JsonNode prompt = root.path("prompt");
    if (prompt.isTextual()) {
      return Prompt.ofText(prompt.textValue(), span);
    }
    // A list of prompts is a batch; one alone is what clients send who always send lists.
    JsonNode only = prompt.isArray() && prompt.size() == 1 ? prompt.get(0) : prompt;
    if (only.isTextual()) {
      return Prompt.ofText(only.textValue(), span);
    }
    if (only.isArray() && !only.isEmpty() && only.get(0).getNodeType() == JsonNodeType.NUMBER) {
      return Prompt.ofIds(only, span);
    }
    throw missing("prompt", "a text, or a list of token ids");
  }

  private static String messages(JsonNode messages) throws ApiError {
    if (!messages.isArray() || messages.isEmpty()) {
      throw missing("messages", "a list of at least one message");
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode message : messages) {
      JsonNode content = message.path("content");
      if (content.isTextual()) {
        text.append(content.textValue()).append(' ');
      }
      for (JsonNode part : content) {
        text.append(part.path("text").asText("")).append(' ');
      }
    }
    return text.toString();
  }

  private static ApiError missing(String field, String expected) {
    return ApiError.invalid(
        field,
        "1 validation error:\n  {'type': 'missing', 'loc': 'body."
            + field
            + "', 'msg': 'Field required: "
            + expected
            + "'}");
  }

  private static void checkPrompt(int tokens, int maxModelLen) throws ApiError {
    if (tokens == 0) {
      throw ApiError.badParameter("prompt", "", "The decoder prompt cannot be empty.");
    }
    if (tokens >= maxModelLen) {
      throw ApiError.badParameter(
          "input_tokens",
          Integer.toString(tokens),
          "This model's maximum context length is "
              + maxModelLen
              + " tokens. However, your prompt contains at least "
              + tokens
              + " input tokens, which exceeds this limit even without any output tokens. Please"
              + " reduce the length of the input prompt.");
    }
  }

  private static int maxTokens(boolean isChat, JsonNode root, int promptTokens, int maxModelLen)
      throws ApiError {
    int room = maxModelLen - promptTokens;
    JsonNode asked =
        root.hasNonNull("max_completion_tokens")
            ? root.path("max_completion_tokens")
            : root.path("max_tokens");
    if (!asked.isNumber()) {
      return isChat ? room : Math.min(room, DEFAULT_MAX_TOKENS);
    }
    long maxTokens = asked.longValue();
    if (maxTokens < 1) {
      throw ApiError.badParameter(
          "max_tokens", Long.toString(maxTokens), "max_tokens must be at least 1.");
    }
    if (maxTokens > maxModelLen) {
      throw ApiError.badParameter(
          "max_tokens",
          Long.toString(maxTokens),
          "max_tokens="
              + maxTokens
              + " cannot be greater than max_model_len="
              + maxModelLen
              + ". Please request fewer output tokens.");
    }
    if (maxTokens > room) {
      throw ApiError.badParameter(
          "input_tokens",
          Integer.toString(promptTokens),
          "This model's maximum context length is "
              + maxModelLen
              + " tokens. However, you requested "
              + maxTokens
              + " output tokens and your prompt contains at least "
              + promptTokens
              + " input tokens, for a total of at least "
              + (promptTokens + maxTokens)
              + " tokens. Please reduce the length of the input prompt or the number of requested"
              + " output tokens.");
    }
    return (int) maxTokens;
  }

  /** Answers end by themselves after a fixed length, unless the client does not let them. */
  private int outputTokens(JsonNode root, int maxTokens) {
    if (root.path("ignore_eos").asBoolean(false)) {
      return maxTokens;
    }
    int least = Math.min(maxTokens, root.path("min_tokens").asInt(0));
    return Math.max(least, Math.min(maxTokens, config.answerTokens()));
  }
}
