package dev.slowhour.core.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a judged day is, as rows of fields: the files of {@code judge --out} but for the sentences,
 * the evidence and the raw lines. Numbers are {@link BigDecimal}s without trailing zeros, so that
 * equal rows are equal maps.
 *
 * @param verdicts rows of verdicts.json
 * @param minutes rows of minutes.jsonl
 * @param notices rows of notices.jsonl
 */
public record JudgedDay(
    List<Map<String, Object>> verdicts,
    List<Map<String, Object>> minutes,
    List<Map<String, Object>> notices) {

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm", Locale.ROOT);
  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH", Locale.ROOT);

  /** The fields of a verdict that are compared. */
  public static final List<String> VERDICT_FIELDS =
      List.of(
          "window_key",
          "tenant_id",
          "endpoint_id",
          "accel_pool",
          "window_start",
          "verdict",
          "also_found",
          "request_count",
          "slo_miss_count",
          "slo_miss_pct",
          "peak_concurrency",
          "max_concurrency",
          "over_concurrency_minutes",
          "misses_in_over_concurrency",
          "misses_with_long_input",
          "verdict_at_slo",
          "peak_concurrency_at_slo",
          "over_concurrency_minutes_at_slo",
          "misses_in_over_concurrency_at_slo",
          "worst_minute",
          "worst_minute_misses",
          "kv_cache_util_at_worst",
          "kv_cache_util_prev_hour_avg",
          "queued_at_worst",
          "queued_prev_hour_avg",
          "other_tenant_requests_at_worst",
          "other_tenant_requests_prev_hour_avg",
          "other_tenant_requests_ratio");

  /** The fields of a minute. */
  public static final List<String> MINUTE_FIELDS =
      List.of(
          "endpoint_id",
          "tenant_id",
          "minute",
          "accel_pool",
          "requests",
          "slo_misses",
          "misses_with_long_input",
          "peak_concurrency",
          "peak_concurrency_at_slo",
          "max_concurrency",
          "over_concurrency",
          "kv_cache_util",
          "queued_requests",
          "other_tenant_requests");

  /** The fields of a notice that are compared. */
  public static final List<String> NOTICE_FIELDS =
      List.of(
          "table", "file", "line", "code", "fields", "tenant_id", "endpoint_id", "window_start");

  /**
   * Reads the three files of a judged day; further fields are left out.
   *
   * @param verdictsJson what verdicts.json holds
   * @param minutesJsonl what minutes.jsonl holds
   * @param noticesJsonl what notices.jsonl holds
   */
  public static JudgedDay read(byte[] verdictsJson, byte[] minutesJsonl, byte[] noticesJsonl) {
    List<Map<String, Object>> verdicts = new ArrayList<>();
    for (Object verdict : (List<?>) PlainJson.read(new String(verdictsJson, UTF_8))) {
      verdicts.add(only(VERDICT_FIELDS, (Map<?, ?>) verdict));
    }
    return new JudgedDay(
        verdicts, lines(MINUTE_FIELDS, minutesJsonl), lines(NOTICE_FIELDS, noticesJsonl));
  }

  private static List<Map<String, Object>> lines(List<String> fields, byte[] jsonl) {
    return new String(jsonl, UTF_8)
        .lines()
        .map(line -> only(fields, (Map<?, ?>) PlainJson.read(line)))
        .toList();
  }

  private static Map<String, Object> only(List<String> fields, Map<?, ?> row) {
    Map<String, Object> kept = new LinkedHashMap<>();
    for (String field : fields) {
      if (!row.containsKey(field)) {
        throw new IllegalArgumentException(field + ": missing in " + row);
      }
      Object value = row.get(field);
      kept.put(
          field, value instanceof Value.Numeral n ? number(new BigDecimal(n.written())) : value);
    }
    return kept;
  }

  /** A number as the rows hold it; null stays null. */
  static BigDecimal number(BigDecimal number) {
    if (number == null) {
      return null;
    }
    BigDecimal shortest = number.stripTrailingZeros();
    return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
  }

  /** A number as the rows hold it. */
  static BigDecimal number(long number) {
    return BigDecimal.valueOf(number);
  }

  /** An instant as the rows write it: {@code YYYY-MM-DDTHH:MM±HH:MM}. */
  static String minuteText(ZoneId zone, Instant instant) {
    ZonedDateTime time = instant.atZone(zone);
    int offsetMinutes = time.getOffset().getTotalSeconds() / 60;
    return String.format(
        Locale.ROOT,
        "%s%s%02d:%02d",
        time.format(MINUTE),
        offsetMinutes < 0 ? "-" : "+",
        Math.abs(offsetMinutes) / 60,
        Math.abs(offsetMinutes) % 60);
  }

  /** The label of a window. */
  static String windowKey(ZoneId zone, String endpointId, Instant windowStart) {
    return endpointId + "/" + windowStart.atZone(zone).format(HOUR);
  }
}
