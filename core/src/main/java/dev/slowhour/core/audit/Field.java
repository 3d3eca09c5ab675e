package dev.slowhour.core.audit;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** The fields of a judged window, in the order in which they are written. */
enum Field {
  WINDOW_KEY(Type.TEXT),
  TENANT_ID(Type.TEXT),
  ENDPOINT_ID(Type.TEXT),
  ACCEL_POOL(Type.TEXT),
  WINDOW_START(Type.TEXT),
  VERDICT(Type.OTHER),
  ALSO_FOUND(Type.OTHER),
  REQUEST_COUNT(Type.INTEGER),
  SLO_MISS_COUNT(Type.INTEGER),
  SLO_MISS_PCT(Type.NUMBER),
  PEAK_CONCURRENCY(Type.INTEGER),
  MAX_CONCURRENCY(Type.INTEGER),
  OVER_CONCURRENCY_MINUTES(Type.INTEGER),
  MISSES_IN_OVER_CONCURRENCY(Type.INTEGER),
  MISSES_WITH_LONG_INPUT(Type.INTEGER),
  VERDICT_AT_SLO(Type.OTHER),
  PEAK_CONCURRENCY_AT_SLO(Type.INTEGER),
  OVER_CONCURRENCY_MINUTES_AT_SLO(Type.INTEGER),
  MISSES_IN_OVER_CONCURRENCY_AT_SLO(Type.INTEGER),
  WORST_MINUTE(Type.TEXT_OR_NULL),
  WORST_MINUTE_MISSES(Type.INTEGER_OR_NULL),
  KV_CACHE_UTIL_AT_WORST(Type.NUMBER_OR_NULL),
  KV_CACHE_UTIL_PREV_HOUR_AVG(Type.NUMBER_OR_NULL),
  QUEUED_AT_WORST(Type.INTEGER_OR_NULL),
  QUEUED_PREV_HOUR_AVG(Type.NUMBER_OR_NULL),
  OTHER_TENANT_REQUESTS_AT_WORST(Type.INTEGER_OR_NULL),
  OTHER_TENANT_REQUESTS_PREV_HOUR_AVG(Type.NUMBER_OR_NULL),
  OTHER_TENANT_REQUESTS_RATIO(Type.NUMBER_OR_NULL),
  EVIDENCE(Type.OTHER),
  NOTES(Type.OTHER),
  SUMMARY(Type.OTHER);

  /** Null but for an isolation failure. */
  static final List<Field> OF_THE_POOL =
      List.of(
          KV_CACHE_UTIL_AT_WORST,
          KV_CACHE_UTIL_PREV_HOUR_AVG,
          QUEUED_AT_WORST,
          QUEUED_PREV_HOUR_AVG,
          OTHER_TENANT_REQUESTS_AT_WORST,
          OTHER_TENANT_REQUESTS_PREV_HOUR_AVG,
          OTHER_TENANT_REQUESTS_RATIO);

  /** What a field holds; OTHER is looked at by the check that it is about. */
  enum Type {
    TEXT("a text"),
    TEXT_OR_NULL("a text or null"),
    INTEGER("an integer ≥ 0"),
    INTEGER_OR_NULL("an integer ≥ 0 or null"),
    NUMBER("a number"),
    NUMBER_OR_NULL("a number or null"),
    OTHER("");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** What belongs there, in words. */
    String text() {
      return text;
    }

    boolean holds(Object valueOrNull) {
      return switch (this) {
        case TEXT -> valueOrNull instanceof String;
        case TEXT_OR_NULL -> valueOrNull == null || valueOrNull instanceof String;
        case INTEGER -> isInteger(valueOrNull);
        case INTEGER_OR_NULL -> valueOrNull == null || isInteger(valueOrNull);
        case NUMBER -> valueOrNull instanceof BigDecimal;
        case NUMBER_OR_NULL -> valueOrNull == null || valueOrNull instanceof BigDecimal;
        case OTHER -> true;
      };
    }

    private static boolean isInteger(Object valueOrNull) {
      return valueOrNull instanceof BigDecimal number
          && number.scale() == 0
          && number.signum() >= 0;
    }
  }

  private final Type type;
  private final String fieldName;

  Field(Type type) {
    this.type = type;
    fieldName = name().toLowerCase(Locale.ROOT);
  }

  Type type() {
    return type;
  }

  /** The name in the file, for example {@code slo_miss_count}. */
  String fieldName() {
    return fieldName;
  }
}
