package dev.slowhour.loadgen.engine;

/**
 * How long a step takes, in microseconds:
 *
 * <pre>
 * base
 *   + perSequence      × sequences in the step
 *   + perPrefillToken  × prompt tokens computed in it
 *   + perContextToken  × tokens in the KV cache that its decoding sequences attend to
 *   + perAttentionPair × pairs of a prompt token computed in it and a token before it
 * </pre>
 *
 * {@code base} is above all the reading of the weights, which every step does once. Tokens that are
 * computed again after a preemption are prompt tokens here.
 *
 * @param baseMicros ≥ 0
 * @param perSequenceMicros ≥ 0
 * @param perPrefillTokenMicros ≥ 0
 * @param perContextTokenMicros ≥ 0
 * @param perAttentionPairMicros ≥ 0
 */
public record StepTime(
    double baseMicros,
    double perSequenceMicros,
    double perPrefillTokenMicros,
    double perContextTokenMicros,
    double perAttentionPairMicros) {

  /**
   * @throws IllegalArgumentException where a coefficient is no number ≥ 0, or where a step that
   *     gives a sequence one token would take no time
   */
  public StepTime {
    check("base_us", baseMicros);
    check("per_sequence_us", perSequenceMicros);
    check("per_prefill_token_us", perPrefillTokenMicros);
    check("per_context_token_us", perContextTokenMicros);
    check("per_attention_pair_us", perAttentionPairMicros);
    if (baseMicros + perSequenceMicros < 0.001) {
      throw new IllegalArgumentException(
          "base_us + per_sequence_us: "
              + (baseMicros + perSequenceMicros)
              + " (expected: at least 0.001, or time stands still)");
    }
  }

  private static void check(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: a number ≥ 0)");
    }
  }

  /** The length of a step with the given work, in nanoseconds, ≥ 1. */
  long nanos(int sequences, int prefillTokens, long contextTokens, double attentionPairs) {
    double micros =
        baseMicros
            + perSequenceMicros * sequences
            + perPrefillTokenMicros * prefillTokens
            + perContextTokenMicros * contextTokens
            + perAttentionPairMicros * attentionPairs;
    return Math.max(1, Math.round(micros * 1_000));
  }
}
