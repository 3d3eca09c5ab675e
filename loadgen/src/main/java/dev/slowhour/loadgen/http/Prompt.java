package dev.slowhour.loadgen.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.slowhour.loadgen.engine.Prefix;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * A prompt as the model without text sees it: how many tokens, and which of them others share.
 *
 * <p>There is no vocabulary. A word between white space is a token for each eight characters that
 * it begins, so short words are one each; a prompt of token ids has as many tokens as ids.
 *
 * @param tokens ≥ 0
 * @param prefix one number for each whole span of tokens, equal where everything up to the span's
 *     end is equal
 */
record Prompt(int tokens, Prefix prefix) {

  private static final int CHARACTERS_PER_TOKEN = 8;

  /** A text. */
  static Prompt ofText(String text, int tokensPerSpan) {
    Builder builder = new Builder(tokensPerSpan);
    StringTokenizer words = new StringTokenizer(text);
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      for (int start = 0; start < word.length(); start += CHARACTERS_PER_TOKEN) {
        int end = Math.min(word.length(), start + CHARACTERS_PER_TOKEN);
        builder.add(word.substring(start, end).hashCode());
      }
    }
    return builder.build();
  }

  /** Token ids. */
  static Prompt ofIds(JsonNode ids, int tokensPerSpan) {
    Builder builder = new Builder(tokensPerSpan);
    for (JsonNode id : ids) {
      builder.add(id.longValue());
    }
    return builder.build();
  }

  private static final class Builder {
    private final int tokensPerSpan;
    private final List<Long> spans = new ArrayList<>();
    private int tokens;
    private long hash = 17;

    Builder(int tokensPerSpan) {
      this.tokensPerSpan = tokensPerSpan;
    }

    void add(long token) {
      // Mixed so that spans of other tokens do not meet by accident (SplitMix64's finisher).
      long mixed = (hash ^ token) * 0xBF58476D1CE4E5B9L;
      hash = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
      tokens++;
      if (tokens % tokensPerSpan == 0) {
        spans.add(hash);
      }
    }

    Prompt build() {
      long[] numbers = spans.stream().mapToLong(Long::longValue).toArray();
      return new Prompt(tokens, new Prefix(numbers, tokensPerSpan));
    }
  }
}
