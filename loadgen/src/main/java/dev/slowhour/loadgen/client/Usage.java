package dev.slowhour.loadgen.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The server's own count of tokens. It is the ledger: chunks are no tokens, and counting text again
 * with a tokenizer gives other numbers.
 *
 * @param promptTokens tokens of the input, ≥ 0
 * @param completionTokens tokens of the output so far, ≥ 0
 */
public record Usage(long promptTokens, long completionTokens) {

  /** Reads a {@code usage}; empty when it is absent, null or lacks a count. */
  static Optional<Usage> read(JsonNode usage) {
    JsonNode prompt = usage.path("prompt_tokens");
    JsonNode completion = usage.path("completion_tokens");
    boolean isWhole =
        prompt.canConvertToLong()
            && prompt.isIntegralNumber()
            && completion.canConvertToLong()
            && completion.isIntegralNumber()
            && prompt.longValue() >= 0
            && completion.longValue() >= 0;
    return isWhole
        ? Optional.of(new Usage(prompt.longValue(), completion.longValue()))
        : Optional.empty();
  }
}
