package dev.slowhour.core.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Random pool metrics: dense, sparse or none, with nulls and several lines for one minute. */
final class RandomMetrics {

  private static final List<String> SHARES =
      List.of("0", "1", "1.0", "0.5", "5e-1", "0.33", "0.34", "0.345", "0.005", "0.125", "0.91");

  private RandomMetrics() {}

  /** The metrics of the day's hours and of the hour before. */
  static List<Line> lines(
      Dice dice, Written written, List<String> pools, Instant first, int hours) {
    List<Line> lines = new ArrayList<>();
    for (String pool : pools) {
      int density = dice.of(List.of(0, 3, 10, 10, 50, 97));
      for (int minute = -60; minute < hours * 60; minute++) {
        Instant at = first.plus(Duration.ofMinutes(minute));
        while (dice.chance(density)) {
          lines.add(line(dice, written, pool, at));
          if (dice.chance(80)) {
            break;
          }
        }
      }
    }
    return lines;
  }

  private static Line line(Dice dice, Written written, String pool, Instant minute) {
    Map<String, Value> values = new LinkedHashMap<>();
    values.put("accel_pool", written.text(pool));
    values.put("minute", written.instant(minute));
    values.put(
        "kv_cache_util",
        dice.chance(20) ? new Value.Other("null") : new Value.Numeral(dice.of(SHARES)));
    values.put(
        "queued_requests",
        dice.chance(20) ? new Value.Other("null") : Value.number(dice.between(0, 7)));
    return new Line.Fields(values);
  }
}
