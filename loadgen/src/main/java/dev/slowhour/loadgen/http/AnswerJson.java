package dev.slowhour.loadgen.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The bodies and events of one answer, field by field as vLLM 0.32 sends them. */
final class AnswerJson {

  /** In place of the version and hash of vLLM's configuration. */
  private static final String FINGERPRINT = "slowhour-engine";

  private final Call call;
  private final String model;
  private final String eventStart;

  AnswerJson(Call call, String model) {
    this.call = call;
    this.model = model;
    this.eventStart =
        "data: {\"id\":\""
            + escaped(call.id())
            + "\",\"object\":\""
            + (call.isChat() ? "chat.completion.chunk" : "text_completion")
            + "\",\"created\":"
            + call.created()
            + ",\"model\":\""
            + escaped(model)
            + "\",\"choices\":[";
  }

  private static String escaped(String text) {
    return new String(JsonStringEncoder.getInstance().quoteAsString(text));
  }

  /** The chunk that opens a chat: a role and no token. */
  String role() {
    return eventStart
        + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,"
        + "\"finish_reason\":null}]"
        + usageSoFar(0)
        + ",\"prompt_token_ids\":null,\"prompt_text\":null}\n\n";
  }

  /** A chunk of tokens, both ends included. */
  String tokens(int first, int last) {
    boolean isLast = last == call.request().outputTokens();
    String reason = isLast ? "\"" + call.finishReason() + "\"" : "null";
    String text = AnswerText.tokens(call.id(), first, last);
    String choice =
        call.isChat()
            ? "{\"index\":0,\"delta\":{\"content\":\""
                + text
                + "\"},\"logprobs\":null,\"finish_reason\":"
                + reason
                + (isLast ? ",\"stop_reason\":null" : "")
                + ",\"token_ids\":null}]"
            : "{\"index\":0,\"text\":\""
                + text
                + "\",\"logprobs\":null,\"finish_reason\":"
                + reason
                + ",\"stop_reason\":null,\"prompt_token_ids\":null,\"token_ids\":null}]";
    return eventStart + choice + usageSoFar(last) + "}\n\n";
  }

  /** The chunk without choices that tells the usage. */
  String usage() {
    return eventStart
        + "],\"usage\":"
        + usage(call.request().outputTokens())
        + "},\"system_fingerprint\":\""
        + FINGERPRINT
        + "\"}\n\n";
  }

  private String usageSoFar(int tokens) {
    return call.continuousUsage()
        ? ",\"usage\":" + usage(tokens) + ",\"completion_tokens_details\":null}"
        : "";
  }

  private String usage(int tokens) {
    int prompt = call.request().promptTokens();
    return "{\"prompt_tokens\":"
        + prompt
        + ",\"total_tokens\":"
        + (prompt + tokens)
        + ",\"completion_tokens\":"
        + tokens;
  }

  /** The body of an answer in one piece. */
  String whole() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("id", call.id())
        .put("object", call.isChat() ? "chat.completion" : "text_completion")
        .put("created", call.created())
        .put("model", model);
    ObjectNode choice = root.putArray("choices").addObject().put("index", 0);
    int tokens = call.request().outputTokens();
    String text = AnswerText.tokens(call.id(), 1, tokens);
    if (call.isChat()) {
      ObjectNode message = choice.putObject("message");
      message.put("role", "assistant").put("content", text);
      message.putNull("refusal").putNull("annotations").putNull("audio").putNull("function_call");
      message.putArray("tool_calls");
      message.putNull("reasoning");
    } else {
      choice.put("text", text);
    }
    choice.putNull("logprobs").put("finish_reason", call.finishReason()).putNull("stop_reason");
    choice.putNull("token_ids");
    if (!call.isChat()) {
      choice.putNull("prompt_logprobs").putNull("prompt_token_ids").putNull("routed_experts");
    }
    root.putNull("service_tier").put("system_fingerprint", FINGERPRINT);
    int prompt = call.request().promptTokens();
    root.putObject("usage")
        .put("prompt_tokens", prompt)
        .put("total_tokens", prompt + tokens)
        .put("completion_tokens", tokens)
        .putNull("prompt_tokens_details")
        .putNull("completion_tokens_details");
    root.putNull("kv_transfer_params").putNull("ec_transfer_params").putNull("metrics");
    return root.toString();
  }
}
