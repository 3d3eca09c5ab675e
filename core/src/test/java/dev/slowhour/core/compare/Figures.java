package dev.slowhour.core.compare;

import dev.slowhour.core.data.EndpointId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Windows to compare. */
final class Figures {

  static final Instant HOUR = Instant.parse("2026-11-30T10:00:00Z");

  private Figures() {}

  static WindowKey key(String tenant, String endpoint, int hour) {
    return new WindowKey(new EndpointId(tenant, endpoint), HOUR.plus(Duration.ofHours(hour)));
  }

  /** A window of which both readings are one. */
  static WindowFigures window(WindowKey key, long n, long m, long c, long l) {
    return window(key, n, m, c, c, l);
  }

  static WindowFigures window(WindowKey key, long n, long m, long c, long atSlo, long l) {
    return new WindowFigures(key, new Counts(n, m, c, l), new Counts(n, m, atSlo, l));
  }

  /** Figures of any verdict, often on an edge of the rule. */
  static WindowFigures any(WindowKey key, Random random) {
    long n = 1L + random.nextInt(400);
    long m =
        random.nextBoolean()
            ? random.nextInt((int) n + 1)
            : Math.min(n, n / 100 + random.nextInt(2));
    return window(key, n, m, part(m, random), part(m, random), part(m, random));
  }

  private static long part(long of, Random random) {
    return random.nextBoolean()
        ? random.nextInt((int) of + 1)
        : Math.min(of, of / 2 + random.nextInt(2));
  }

  /** Some of the windows of three tenants, each with two endpoints, in four hours. */
  static List<WindowFigures> some(Random random) {
    List<WindowFigures> windows = new ArrayList<>();
    for (String tenant : List.of("a", "b", "c")) {
      for (String endpoint : List.of("x", "y")) {
        for (int hour = 0; hour < 4; hour++) {
          if (random.nextInt(3) > 0) {
            windows.add(any(key(tenant, endpoint, hour), random));
          }
        }
      }
    }
    return windows;
  }
}
