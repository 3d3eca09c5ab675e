package dev.slowhour.loadgen.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Which of the two OpenAI interfaces a run speaks. */
public enum Api {
  /** {@code /v1/chat/completions}, one message of the user. */
  CHAT("/v1/chat/completions"),
  /** {@code /v1/completions}. */
  COMPLETIONS("/v1/completions");

  private final String path;

  Api(String path) {
    this.path = path;
  }

  /** Its path behind the base URL. */
  public String path() {
    return path;
  }

  /**
   * The body that asks for a request: as many tokens as planned, no fewer, and usage at the end.
   *
   * @param isOpenAiOnly whether fields that OpenAI's own interface does not know are left away
   */
  String body(OfferedRequest request, long seed, boolean isOpenAiOnly) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("model", request.model());
    String prompt = PromptWords.text(request, seed);
    if (this == CHAT) {
      root.putArray("messages").addObject().put("role", "user").put("content", prompt);
    } else {
      root.put("prompt", prompt);
    }
    root.put("max_tokens", request.plan().outputTokens()).put("stream", true);
    root.putObject("stream_options").put("include_usage", true);
    if (!isOpenAiOnly) {
      root.put("ignore_eos", true);
      if (request.priority() != 0) {
        root.put("priority", request.priority());
      }
    }
    return root.toString();
  }
}
