package dev.slowhour.loadgen.engine;

import java.util.List;

/**
 * What a step computes, in the terms of {@link StepTime}.
 *
 * @param attentionPairs pairs of a prompt token and a token before it, or itself
 */
record Work(
    int sequences, int prefillTokens, int decodeTokens, long contextTokens, double attentionPairs) {

  static Work of(List<Sequence> running) {
    int sequences = 0;
    int prefill = 0;
    int decode = 0;
    long context = 0;
    double pairs = 0;
    for (int i = 0; i < running.size(); i++) {
      Sequence sequence = running.get(i);
      int tokens = sequence.stepTokens;
      if (tokens == 0) {
        continue;
      }
      sequences++;
      if (sequence.isDecoding()) {
        decode++;
        context += sequence.computedTokens;
      } else {
        prefill += tokens;
        pairs += (double) tokens * sequence.computedTokens + tokens * (tokens + 1.0) / 2;
      }
    }
    return new Work(sequences, prefill, decode, context, pairs);
  }

  long nanos(StepTime time) {
    return sequences == 0 ? 0 : time.nanos(sequences, prefillTokens, contextTokens, attentionPairs);
  }
}
