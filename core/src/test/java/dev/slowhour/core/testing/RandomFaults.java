package dev.slowhour.core.testing;

import java.util.ArrayList;
import java.util.List;

/** Lines that cannot be read, and lines of white space. */
final class RandomFaults {

  private static final List<String> NO_OBJECTS =
      List.of("null", "17", "[]", "\"text\"", "NaN", "true");
  private static final List<String> NO_JSON =
      List.of(
          "{", "{\"a\":1}{\"b\":2}", "{\"request_id\": NaN}", "ERROR upstream reset", "{'a':1}");
  private static final List<String> BLANKS = List.of("", " ", "\t", " \t ");

  private static final List<Line.Fields> NO_LINES = List.of();

  private final Dice dice;

  RandomFaults(Dice dice) {
    this.dice = dice;
  }

  void mixIntoRequests(List<Line> lines) {
    for (Line.Fields line : some(lines, 30)) {
      lines.add(
          switch (dice.between(0, 9)) {
            case 0 -> line.with("ttft_ms", Value.number(0));
            case 1 -> line.with("ttft_ms", Value.text("1720"));
            case 2 -> line.with("input_tokens", new Value.Numeral("1850.5"));
            case 3 -> line.with("output_tokens", new Value.Other("true"));
            case 4 -> line.with("arrived_at", Value.text("2026-02-30T10:17:04.000+09:00"));
            case 5 -> line.with("tpot_ms", new Value.Numeral("-0.1")).without("accel_pool");
            case 6 -> line.with("tenant_id", Value.text("a/b"));
            case 7 -> line.with("request_id", Value.text(" id"));
            case 8 -> line.with("tpot_ms", new Value.Numeral("1e-31")).with("ttft_ms", nothing());
            default -> line.without("endpoint_id").with("arrived_at", Value.number(1));
          });
    }
    mixIn(lines, true);
  }

  void mixIntoMetrics(List<Line> lines) {
    for (Line.Fields line : some(lines, 20)) {
      lines.add(
          switch (dice.between(0, 4)) {
            case 0 -> line.with("kv_cache_util", Value.number(96));
            case 1 -> line.with("queued_requests", new Value.Numeral("1.0"));
            case 2 -> line.without("kv_cache_util").with("queued_requests", Value.number(1_000));
            case 3 -> line.with("minute", Value.text("10:46"));
            default -> line.without("accel_pool").with("queued_requests", Value.number(-1));
          });
    }
    mixIn(lines, true);
  }

  void mixIntoContracts(List<Line> lines) {
    for (Line.Fields line : some(lines, 15)) {
      lines.add(
          switch (dice.between(0, 3)) {
            case 0 -> line.with("max_concurrency", Value.number(0));
            case 1 -> line.with("valid_from", nothing()).with("tenant_name", Value.text(""));
            case 2 -> line.with("tenant_id", Value.text("·"));
            default -> line.with("ttft_slo_ms", Value.text("800ms")).without("model");
          });
    }
    // An element of an array is JSON, whatever else it is.
    mixIn(lines, false);
  }

  /** The lines, now and then behind one that has no earlier line to take its hour from. */
  List<Line> maybeBrokenFirst(List<Line> lines) {
    List<Line> all = new ArrayList<>(lines);
    if (dice.chance(10)) {
      all.add(0, new Line.Broken(dice.of(NO_JSON)));
    }
    return all;
  }

  private List<Line.Fields> some(List<Line> lines, int percent) {
    if (lines.isEmpty() || !dice.chance(percent)) {
      return NO_LINES;
    }
    return dice.some(lines, dice.between(1, 3)).stream().map(Line.Fields.class::cast).toList();
  }

  private void mixIn(List<Line> lines, boolean areFreeLines) {
    if (dice.chance(15)) {
      lines.add(
          new Line.Broken(
              dice.of(areFreeLines && dice.chance(50) ? NO_JSON : freeOf(areFreeLines))));
    }
    if (areFreeLines && dice.chance(15)) {
      lines.add(new Line.Blank(dice.of(BLANKS)));
    }
  }

  /** NaN is no JSON, and would be a fault of the whole array. */
  private static List<String> freeOf(boolean areFreeLines) {
    return areFreeLines ? NO_OBJECTS : NO_OBJECTS.stream().filter(t -> !t.equals("NaN")).toList();
  }

  private static Value nothing() {
    return new Value.Other("null");
  }
}
