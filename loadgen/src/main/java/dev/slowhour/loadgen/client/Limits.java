package dev.slowhour.loadgen.client;

import java.time.Duration;

/**
 * How long a request may take, each part on its own: a limit on the whole alone would cut healthy
 * streams, and a server that is being ended leaves streams open without a further byte.
 *
 * @param connect until a connection is there
 * @param firstToken from sending to the first chunk that carries a token; time in the queue of the
 *     engine is part of it
 * @param idle between two events of a stream once a token has come; comments do not count
 * @param total from sending to the end
 */
public record Limits(Duration connect, Duration firstToken, Duration idle, Duration total) {

  /** 10 s, 120 s, 30 s and 600 s. */
  public static final Limits DEFAULT =
      new Limits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(120),
          Duration.ofSeconds(30),
          Duration.ofSeconds(600));

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException when one is below a millisecond
   */
  public Limits {
    requirePositive("connect", connect);
    requirePositive("first-token", firstToken);
    requirePositive("idle", idle);
    requirePositive("total", total);
  }

  private static void requirePositive(String name, Duration limit) {
    if (limit.toMillis() < 1) {
      throw new IllegalArgumentException(
          name + " limit: " + limit.toMillis() + " ms (expected: at least 1 ms)");
    }
  }
}
