package dev.slowhour.core.audit;

import dev.slowhour.core.data.PoolMetric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The pool metrics by pool and minute; of several lines of one minute the largest of each value.
 */
final class PoolCells {

  /** The column of a value. */
  enum Column {
    KV_CACHE_UTIL("kv_cache_util", 2),
    QUEUED_REQUESTS("queued_requests", 1);

    private final String field;
    private final int placesOfAverage;

    Column(String field, int placesOfAverage) {
      this.field = field;
      this.placesOfAverage = placesOfAverage;
    }

    String field() {
      return field;
    }
  }

  private record Cell(Column column, String pool, Instant minute) {}

  private final Map<Cell, BigDecimal> values = new HashMap<>();

  void add(PoolMetric metric) {
    metric.kvCacheUtil().ifPresent(value -> put(Column.KV_CACHE_UTIL, metric, value));
    metric
        .queuedRequests()
        .ifPresent(value -> put(Column.QUEUED_REQUESTS, metric, BigDecimal.valueOf(value)));
  }

  private void put(Column column, PoolMetric metric, BigDecimal value) {
    values.merge(new Cell(column, metric.accelPool(), metric.minute()), value, BigDecimal::max);
  }

  /** The value of that minute; empty when no line gives one. */
  Optional<BigDecimal> at(Column column, String pool, Instant minute) {
    return Optional.ofNullable(values.get(new Cell(column, pool, minute)));
  }

  /**
   * The mean of the values of the 60 minutes that end where that one starts, half up, to two places
   * for {@code kv_cache_util} and one for {@code queued_requests}; empty when none has a value.
   */
  Optional<BigDecimal> averageBefore(Column column, String pool, Instant minute) {
    BigDecimal sum = BigDecimal.ZERO;
    int present = 0;
    for (int i = 1; i <= 60; i++) {
      Optional<BigDecimal> value = at(column, pool, minute.minus(Duration.ofMinutes(i)));
      if (value.isPresent()) {
        sum = sum.add(value.get());
        present++;
      }
    }
    return present == 0
        ? Optional.empty()
        : Optional.of(
            sum.divide(BigDecimal.valueOf(present), column.placesOfAverage, RoundingMode.HALF_UP));
  }
}
