package dev.slowhour.core.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is agreed for a random endpoint; versions of it differ a little from these figures.
 *
 * @param maxConcurrency small, so that it is passed easily
 */
record RandomContract(
    String tenantId,
    String endpointId,
    long ttftSloMs,
    long tpotSloMs,
    long maxConcurrency,
    long maxInputTokens) {

  static RandomContract of(Dice dice, String tenantId, String endpointId) {
    return new RandomContract(
        tenantId,
        endpointId,
        dice.of(List.of(100L, 500L, 2_000L, 60_000L)),
        dice.of(List.of(10L, 50L, 1_000L)),
        dice.of(List.of(1L, 2L, 3L, 4L)),
        dice.of(List.of(1L, 100L, 4_000L)));
  }

  /** The contract's lines: mostly one since ever, else versions, doubles, or none at all. */
  List<Line> lines(Dice dice, Written written, Instant first, int hours) {
    List<Line> lines = new ArrayList<>();
    if (dice.chance(8)) {
      return lines;
    }
    if (dice.chance(85)) {
      lines.add(line(written, null, 0));
    }
    if (dice.chance(35)) {
      int versions = dice.between(1, 3);
      for (int i = 1; i <= versions; i++) {
        lines.add(line(written, validFrom(dice, first, hours), i));
      }
    }
    if (!lines.isEmpty() && dice.chance(20)) {
      lines.add(twin(written, dice, (Line.Fields) dice.of(lines)));
    }
    return lines;
  }

  private static Instant validFrom(Dice dice, Instant first, int hours) {
    Instant hour = first.plus(Duration.ofHours(dice.between(0, hours - 1)));
    return switch (dice.between(0, 4)) {
      case 0 -> hour.plus(Duration.ofMinutes(30));
      case 1 -> hour.plusNanos(1);
      case 2 -> hour.minusNanos(1);
      default -> hour;
    };
  }

  private Line line(Written written, Instant validFromOrNull, int version) {
    Map<String, Value> values = new LinkedHashMap<>();
    values.put("tenant_id", written.text(tenantId));
    values.put("tenant_name", written.text("고객사 " + tenantId));
    values.put("endpoint_id", written.text(endpointId));
    values.put("model", Value.text("m-random"));
    values.put("ttft_slo_ms", Value.number(ttftSloMs * (1 + version)));
    values.put("tpot_slo_ms", Value.number(tpotSloMs));
    values.put("max_concurrency", Value.number(maxConcurrency + version));
    values.put("max_input_tokens", Value.number(maxInputTokens + version));
    if (validFromOrNull != null) {
      values.put("valid_from", written.instant(validFromOrNull));
    }
    return new Line.Fields(values);
  }

  /** The same version again with other figures, and its instant written another way. */
  private static Line twin(Written written, Dice dice, Line.Fields line) {
    Line.Fields changed = line.with("max_concurrency", Value.number(dice.between(1, 5)));
    return FieldRules.instant(line.values().get("valid_from"))
        .map(at -> changed.with("valid_from", written.instant(at)))
        .orElse(changed);
  }
}
