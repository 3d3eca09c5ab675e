package dev.slowhour.job.kafka;

import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * How long a consumer is asked that does not come further. Kafka's own waits for ever: it takes a
 * broker that is gone for one that has nothing new.
 */
final class QuietPolls {

  /** How long one asking waits. */
  static final Duration POLL = Duration.ofMillis(100);

  /** As long as Kafka's clients wait for an answer themselves. */
  private static final int MOST = 600;

  private int inARow;

  /**
   * Takes note of a poll.
   *
   * @param cameFurther whether the consumer did
   * @param what it reads, for the message
   * @throws TimeoutException when it did not for a minute
   */
  void polled(boolean cameFurther, Object what) {
    inARow = cameFurther ? 0 : inARow + 1;
    if (inARow == MOST) {
      throw new TimeoutException(what + " could not be read for a minute");
    }
  }
}
