package dev.slowhour.loadgen.client;

/** What makes figures of an answered request worth less than they seem. */
public enum Flag {
  /** No usage: output tokens are counted as chunks (a lower bound), input tokens are the plan's. */
  USAGE_MISSING("usage_missing"),
  /** Fewer chunks than tokens: some carried several, so gaps between chunks are no token gaps. */
  TOKENS_BATCHED("tokens_batched"),
  /** Several tokens, all in one chunk: the TPOT of 0 is no measurement. */
  TPOT_UNMEASURED("tpot_unmeasured"),
  /** The stream ended cleanly and with a finish reason, but without {@code [DONE]}. */
  DONE_MISSING("done_missing"),
  /** {@code [DONE]} came and no choice had told its finish reason. */
  FINISH_REASON_MISSING("finish_reason_missing");

  private final String word;

  Flag(String word) {
    this.word = word;
  }

  /** As it is written. */
  public String word() {
    return word;
  }
}
