package dev.slowhour.core.audit;

import dev.slowhour.core.data.RawLine;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects failures: counts all of them and keeps the first of each check. */
final class Findings {

  /** Takes the failures of one check about one window. */
  interface Window {
    void fail(String item, Object standsOrNull, Object recountedOrNull);
  }

  private final Map<Check, List<Failure>> kept = new EnumMap<>(Check.class);
  private final Map<Check, Long> counts = new EnumMap<>(Check.class);

  Window of(Check check, WindowLabel window) {
    return (item, stands, recounted) -> add(check, window, item, stands, recounted);
  }

  private void add(
      Check check, WindowLabel window, String item, Object standsOrNull, Object recountedOrNull) {
    counts.merge(check, 1L, Long::sum);
    List<Failure> failures = kept.computeIfAbsent(check, c -> new ArrayList<>());
    if (failures.size() < CheckResult.MAX_FAILURES) {
      failures.add(
          new Failure(
              shown(window.windowKey()),
              shown(window.tenantId()),
              shown(window.endpointId()),
              shown(window.windowStart()),
              shown(item),
              shown(standsOrNull),
              shown(recountedOrNull)));
    }
  }

  List<CheckResult> results() {
    List<CheckResult> results = new ArrayList<>();
    for (Check check : Check.values()) {
      results.add(
          new CheckResult(
              check.number(),
              check.title(),
              List.copyOf(kept.getOrDefault(check, List.of())),
              counts.getOrDefault(check, 0L)));
    }
    return List.copyOf(results);
  }

  private static String shown(Object valueOrNull) {
    // A number that a file writes as 1E+999999 must not be spelled out.
    String text =
        valueOrNull instanceof BigDecimal number && Math.abs((long) number.scale()) <= 40
            ? number.toPlainString()
            : String.valueOf(valueOrNull);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return RawLine.of(bytes, 0, bytes.length);
  }
}
