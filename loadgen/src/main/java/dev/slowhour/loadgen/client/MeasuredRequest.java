package dev.slowhour.loadgen.client;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A request that has ended, with all that was measured on it. Times are nanoseconds since the start
 * of the run, on a clock that only goes forward.
 *
 * @param plan the request as the schedule had it
 * @param outcome how it ended
 * @param detail what a failure was, empty of an answered request
 * @param statusOrNull the HTTP status, or the code of an error event; null when neither came
 * @param retryAfterOrNull the {@code Retry-After} header, null when there was none
 * @param times when things happened
 * @param inputTokens of an answered request {@code usage.prompt_tokens}, else the plan's
 * @param outputTokens of an answered request {@code usage.completion_tokens}, else chunks so far
 * @param chunks chunks that carried a token
 * @param emptyChunks those of them whose text was empty
 * @param flags what makes its figures worth less
 */
public record MeasuredRequest(
    PlannedRequest plan,
    Outcome outcome,
    String detail,
    Integer statusOrNull,
    String retryAfterOrNull,
    Times times,
    long inputTokens,
    long outputTokens,
    long chunks,
    long emptyChunks,
    Set<Flag> flags) {

  /**
   * When things happened to a request.
   *
   * @param sent when it was handed to the network; connecting comes after
   * @param connected when it had its connection, {@link #NEVER} if it got none
   * @param head when status and headers came; says nothing of the first token
   * @param first when the first chunk that carries a token came
   * @param last when the last such chunk came
   * @param done when it ended
   */
  public record Times(long sent, long connected, long head, long first, long last, long done) {

    /** It did not happen. */
    public static final long NEVER = -1;
  }

  /** How much later it was sent than intended: the delay of this client and not of the server. */
  public long sendLagNanos() {
    return times.sent() - plan.intendedNanos();
  }

  /** From sending to the first token; empty when no token came. */
  public OptionalLong ttftNanos() {
    return times.first() == Times.NEVER
        ? OptionalLong.empty()
        : OptionalLong.of(times.first() - times.sent());
  }

  /** From the intended time of sending to the first token: what an open loop owes its user. */
  public OptionalLong ttftFromIntendedNanos() {
    return times.first() == Times.NEVER
        ? OptionalLong.empty()
        : OptionalLong.of(times.first() - plan.intendedNanos());
  }

  /**
   * {@code (last chunk − first chunk) ÷ (output_tokens − 1)} in nanoseconds, 0 of a single token.
   */
  public double tpotNanos() {
    return outputTokens <= 1 ? 0 : (double) (times.last() - times.first()) / (outputTokens - 1);
  }

  /** The status, where one is known. */
  public OptionalInt status() {
    return statusOrNull == null ? OptionalInt.empty() : OptionalInt.of(statusOrNull);
  }
}
