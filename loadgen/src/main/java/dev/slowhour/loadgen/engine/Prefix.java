package dev.slowhour.loadgen.engine;

import java.util.Arrays;

/**
 * What a prompt begins with, as far as the prefix cache can tell: one number for each span of
 * tokens. Two prompts whose numbers are equal up to a place are equal up to there. What lies behind
 * the last whole span is taken for unlike everything else.
 *
 * @param spans a number per span; an id of Mooncake's {@code hash_ids}, or a hash of the text
 * @param tokensPerSpan ≥ 1; 512 in Mooncake's traces
 */
public record Prefix(long[] spans, int tokensPerSpan) {

  /** A prompt that shares nothing. */
  public static final Prefix NONE = new Prefix(new long[0], 1);

  /**
   * @throws IllegalArgumentException where tokensPerSpan is less than 1
   */
  public Prefix {
    if (tokensPerSpan < 1) {
      throw new IllegalArgumentException(
          "tokensPerSpan: " + tokensPerSpan + " (expected: an integer ≥ 1)");
    }
    spans = spans.clone();
  }

  @Override
  public long[] spans() {
    return spans.clone();
  }

  /** Tokens that the spans cover. */
  int coveredTokens() {
    return (int) Math.min(Integer.MAX_VALUE, (long) spans.length * tokensPerSpan);
  }

  /** The number of the span that a token lies in, which the spans must cover. */
  long spanOf(int token) {
    return spans[token / tokensPerSpan];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prefix prefix
        && tokensPerSpan == prefix.tokensPerSpan
        && Arrays.equals(spans, prefix.spans);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(spans) + tokensPerSpan;
  }

  @Override
  public String toString() {
    return "Prefix" + Arrays.toString(spans) + "×" + tokensPerSpan;
  }
}
