package dev.slowhour.core.doctor;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.PoolMetric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which minutes each pool has metrics of: a bit a minute, of at most {@link #MAX_DAYS} days over
 * all pools, which is some 20 MB.
 */
final class PoolMinutesSeen {

  static final int MAX_DAYS = 100_000;

  private static final int DAY_MINUTES = 1_440;
  private static final int MINUTE_SECONDS = 60;

  private static final class Pool {
    private final Map<Long, BitSet> days = new HashMap<>();
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long kvCacheUtilNull;
    private long queuedRequestsNull;
  }

  private final Map<String, Pool> pools = new TreeMap<>(CodePointOrder::compare);
  private int days;
  private boolean overflowed;

  void add(PoolMetric metric) {
    if (overflowed && !pools.containsKey(metric.accelPool())) {
      return;
    }
    Pool pool = pools.computeIfAbsent(metric.accelPool(), name -> new Pool());
    long minute = metric.minute().getEpochSecond() / MINUTE_SECONDS;
    pool.first = Math.min(pool.first, minute);
    pool.last = Math.max(pool.last, minute);
    pool.kvCacheUtilNull += metric.kvCacheUtil().isEmpty() ? 1 : 0;
    pool.queuedRequestsNull += metric.queuedRequests().isEmpty() ? 1 : 0;
    Long day = Math.floorDiv(minute, (long) DAY_MINUTES);
    BitSet minutes = pool.days.get(day);
    if (minutes == null) {
      if (days == MAX_DAYS) {
        overflowed = true;
        return;
      }
      days++;
      minutes = new BitSet(DAY_MINUTES);
      pool.days.put(day, minutes);
    }
    minutes.set((int) Math.floorMod(minute, (long) DAY_MINUTES));
  }

  /** Whether there were more pools and days than are held, so that gaps are not known. */
  boolean overflowed() {
    return overflowed;
  }

  /** The pools in order; empty when there were too many days to know. */
  List<PoolGaps> gaps() {
    List<PoolGaps> gaps = new ArrayList<>();
    if (!overflowed) {
      pools.forEach((name, pool) -> gaps.add(gaps(name, pool)));
    }
    return gaps;
  }

  private static PoolGaps gaps(String name, Pool pool) {
    long minutes = pool.last - pool.first + 1;
    long seen = pool.days.values().stream().mapToLong(BitSet::cardinality).sum();
    return new PoolGaps(
        name,
        Instant.ofEpochSecond(pool.first * MINUTE_SECONDS),
        Instant.ofEpochSecond(pool.last * MINUTE_SECONDS),
        minutes,
        minutes - seen,
        pool.kvCacheUtilNull,
        pool.queuedRequestsNull);
  }
}
