package dev.slowhour.loadgen.scenario;

import java.nio.file.Path;
import java.time.Duration;

/** When requests are sent. All but {@link Workers} are open loops: nobody waits for an answer. */
public sealed interface Arrivals {

  /**
   * Independent of each other.
   *
   * @param ratePerSecond mean, &gt; 0
   */
  record Poisson(double ratePerSecond) implements Arrivals {}

  /**
   * Gamma-distributed distances: in bursts where the coefficient of variation is above 1.
   *
   * @param ratePerSecond mean, &gt; 0
   * @param coefficientOfVariation of the distances, &gt; 0; 1 is Poisson
   */
  record Gamma(double ratePerSecond, double coefficientOfVariation) implements Arrivals {}

  /**
   * At fixed distances.
   *
   * @param every from one to the next, &gt; 0
   * @param atOnce how many are sent at each time, ≥ 1
   */
  record Fixed(Duration every, int atOnce) implements Arrivals {}

  /**
   * A closed loop: so many workers, each of which sends one request, waits for its answer, thinks,
   * and sends the next.
   *
   * @param workers ≥ 1
   * @param think ≥ 0
   */
  record Workers(int workers, Duration think) implements Arrivals {}

  /**
   * As recorded elsewhere, with the lengths recorded there.
   *
   * @param path the file
   * @param speed how much faster than recorded, &gt; 0: 2 doubles the rate
   * @param parts into how many parts the trace is dealt, ≥ 1; rows of one session stay together
   *     where the format knows sessions
   * @param part which of them this is, from 0
   * @param isRepeated whether it starts anew when it ends
   */
  record Trace(TraceFormat format, Path path, double speed, int parts, int part, boolean isRepeated)
      implements Arrivals {}

  /** Formats in which traces are published. */
  enum TraceFormat {
    /** CSV: TIMESTAMP, ContextTokens, GeneratedTokens. */
    AZURE,
    /** NDJSON: timestamp in ms, input_length, output_length, hash_ids for spans of 512 tokens. */
    MOONCAKE,
    /** CSV: Timestamp in s, Request tokens, Response tokens, and more. */
    BURSTGPT
  }
}
