package dev.slowhour.core.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The readable rows of a day, and what is said about the lines that are not readable.
 *
 * @param requests readable requests, also those that take implausibly long, by place
 * @param metrics readable metrics, by place
 * @param contracts readable contracts, also those that a later one replaces, by place
 * @param notices one for each line that is not readable
 */
record DayRows(
    List<Request> requests, List<Metric> metrics, List<Agreed> contracts, List<Notice> notices) {

  /** Code point order, by definition. */
  static final Comparator<String> BY_CODE_POINT =
      (left, right) -> Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());

  /** Where a line stands. */
  record Stand(int fileIndex, String file, long line) {}

  /** A readable request. */
  record Request(
      Stand stand,
      String requestId,
      String tenantId,
      String endpointId,
      String accelPool,
      Instant arrivedAt,
      long inputTokens,
      long outputTokens,
      long ttftMs,
      BigDecimal tpotMs) {

    /** Its length in milliseconds, before anything is cut. */
    BigDecimal exactMs() {
      return BigDecimal.valueOf(ttftMs).add(tpotMs.multiply(BigDecimal.valueOf(outputTokens)));
    }

    BigInteger start() {
      return nanos(arrivedAt);
    }

    BigInteger lengthNanos() {
      return exactMs().multiply(new BigDecimal("1000000")).toBigInteger();
    }
  }

  /** A readable metrics line. */
  record Metric(String accelPool, Instant minute, BigDecimal kvOrNull, BigDecimal queuedOrNull) {}

  /** A readable contract. */
  record Agreed(
      Stand stand,
      String tenantId,
      String tenantName,
      String endpointId,
      String model,
      long ttftSloMs,
      long tpotSloMs,
      long maxConcurrency,
      long maxInputTokens,
      Instant validFromOrNull) {}

  /** What is said about a line. */
  record Notice(
      String table,
      Stand stand,
      String code,
      List<String> fields,
      String tenantIdOrNull,
      String endpointIdOrNull,
      Instant windowStartOrNull) {

    Map<String, Object> row(ZoneId zone) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("table", table);
      row.put("file", stand.file());
      row.put("line", JudgedDay.number(stand.line()));
      row.put("code", code);
      row.put("fields", fields);
      row.put("tenant_id", tenantIdOrNull);
      row.put("endpoint_id", endpointIdOrNull);
      row.put(
          "window_start",
          windowStartOrNull == null ? null : JudgedDay.minuteText(zone, windowStartOrNull));
      return row;
    }
  }

  static BigInteger nanos(Instant instant) {
    return BigInteger.valueOf(instant.getEpochSecond())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(instant.getNano()));
  }

  /** The start of the hour: as long ago as the clock shows past its full hour. */
  static Instant hourOf(ZoneId zone, Instant instant) {
    ZonedDateTime clock = instant.atZone(zone);
    return instant
        .minusSeconds(clock.getMinute() * 60L + clock.getSecond())
        .minusNanos(clock.getNano());
  }

  static DayRows read(Day day) {
    DayRows rows =
        new DayRows(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < day.requestFiles().size(); i++) {
      rows.readRequests(day.zone(), i, day.requestFiles().get(i));
    }
    rows.readMetrics(day.zone(), day.poolMetrics());
    rows.readContracts(day.contracts());
    return rows;
  }

  private void readRequests(ZoneId zone, int fileIndex, DayFile file) {
    Instant hour = null;
    for (int i = 0; i < file.lines().size(); i++) {
      Stand stand = new Stand(fileIndex, file.name(), i + 1L);
      Line line = file.lines().get(i);
      if (line instanceof Line.Broken) {
        notices.add(malformed("request_logs", stand, hour));
      }
      if (!(line instanceof Line.Fields fields)) {
        continue;
      }
      Map<String, Value> values = fields.values();
      List<String> faults = new ArrayList<>();
      var requestId = found(faults, "request_id", FieldRules.id(values.get("request_id")));
      var tenantId = found(faults, "tenant_id", FieldRules.tenantId(values.get("tenant_id")));
      var endpointId = found(faults, "endpoint_id", FieldRules.id(values.get("endpoint_id")));
      var pool = found(faults, "accel_pool", FieldRules.id(values.get("accel_pool")));
      var at = found(faults, "arrived_at", FieldRules.instant(values.get("arrived_at")));
      var input = found(faults, "input_tokens", FieldRules.integer(values.get("input_tokens"), 1));
      var output =
          found(faults, "output_tokens", FieldRules.integer(values.get("output_tokens"), 1));
      var ttft = found(faults, "ttft_ms", FieldRules.integer(values.get("ttft_ms"), 1));
      var tpot = found(faults, "tpot_ms", FieldRules.notNegative(values.get("tpot_ms")));
      if (at.isPresent()) {
        hour = hourOf(zone, at.get());
      }
      if (faults.isEmpty()) {
        requests.add(
            new Request(
                stand,
                requestId.orElseThrow(),
                tenantId.orElseThrow(),
                endpointId.orElseThrow(),
                pool.orElseThrow(),
                at.orElseThrow(),
                input.orElseThrow(),
                output.orElseThrow(),
                ttft.orElseThrow(),
                tpot.orElseThrow()));
      } else {
        notices.add(
            new Notice(
                "request_logs",
                stand,
                "invalid_field",
                faults,
                tenantId.orElse(null),
                endpointId.orElse(null),
                hour));
      }
    }
  }

  private void readMetrics(ZoneId zone, DayFile file) {
    Instant hour = null;
    for (int i = 0; i < file.lines().size(); i++) {
      Stand stand = new Stand(0, file.name(), i + 1L);
      Line line = file.lines().get(i);
      if (line instanceof Line.Broken) {
        notices.add(malformed("pool_metrics", stand, hour));
      }
      if (!(line instanceof Line.Fields fields)) {
        continue;
      }
      Map<String, Value> values = fields.values();
      List<String> faults = new ArrayList<>();
      var pool = found(faults, "accel_pool", FieldRules.id(values.get("accel_pool")));
      var minute =
          found(
              faults,
              "minute",
              FieldRules.instant(values.get("minute"))
                  .filter(at -> at.getNano() == 0 && Math.floorMod(at.getEpochSecond(), 60) == 0));
      Value kv = values.get("kv_cache_util");
      Value queued = values.get("queued_requests");
      Optional<BigDecimal> share =
          isNull(kv) ? Optional.empty() : found(faults, "kv_cache_util", FieldRules.share(kv));
      Optional<Long> waiting =
          isNull(queued)
              ? Optional.empty()
              : found(faults, "queued_requests", FieldRules.integer(queued, 0));
      if (minute.isPresent()) {
        hour = hourOf(zone, minute.get());
      }
      if (faults.isEmpty()) {
        metrics.add(
            new Metric(
                pool.orElseThrow(),
                minute.orElseThrow(),
                share.orElse(null),
                waiting.map(BigDecimal::valueOf).orElse(null)));
      } else {
        notices.add(new Notice("pool_metrics", stand, "invalid_field", faults, null, null, hour));
      }
    }
  }

  private void readContracts(DayFile file) {
    for (int i = 0; i < file.lines().size(); i++) {
      Stand stand = new Stand(0, file.name(), i + 1L);
      Line line = file.lines().get(i);
      if (line instanceof Line.Broken) {
        notices.add(malformed("tenant_contracts", stand, null));
      }
      if (!(line instanceof Line.Fields fields)) {
        continue;
      }
      Map<String, Value> values = fields.values();
      List<String> faults = new ArrayList<>();
      var tenantId = found(faults, "tenant_id", FieldRules.tenantId(values.get("tenant_id")));
      var tenantName = found(faults, "tenant_name", FieldRules.name(values.get("tenant_name")));
      var endpointId = found(faults, "endpoint_id", FieldRules.id(values.get("endpoint_id")));
      var model = found(faults, "model", FieldRules.name(values.get("model")));
      var ttft = found(faults, "ttft_slo_ms", FieldRules.integer(values.get("ttft_slo_ms"), 1));
      var tpot = found(faults, "tpot_slo_ms", FieldRules.integer(values.get("tpot_slo_ms"), 1));
      var most =
          found(faults, "max_concurrency", FieldRules.integer(values.get("max_concurrency"), 1));
      var longest =
          found(faults, "max_input_tokens", FieldRules.integer(values.get("max_input_tokens"), 1));
      Optional<Instant> validFrom =
          values.containsKey("valid_from")
              ? found(faults, "valid_from", FieldRules.instant(values.get("valid_from")))
              : Optional.empty();
      if (faults.isEmpty()) {
        contracts.add(
            new Agreed(
                stand,
                tenantId.orElseThrow(),
                tenantName.orElseThrow(),
                endpointId.orElseThrow(),
                model.orElseThrow(),
                ttft.orElseThrow(),
                tpot.orElseThrow(),
                most.orElseThrow(),
                longest.orElseThrow(),
                validFrom.orElse(null)));
      } else {
        notices.add(
            new Notice(
                "tenant_contracts",
                stand,
                "invalid_field",
                faults,
                tenantId.orElse(null),
                endpointId.orElse(null),
                null));
      }
    }
  }

  private static boolean isNull(Value value) {
    return value instanceof Value.Other other && other.json().equals("null");
  }

  private static <T> Optional<T> found(List<String> faults, String field, Optional<T> value) {
    if (value.isEmpty()) {
      faults.add(field);
    }
    return value;
  }

  private static Notice malformed(String table, Stand stand, Instant hour) {
    return new Notice(table, stand, "malformed_json", List.of(), null, null, hour);
  }
}
