package dev.slowhour.core.audit;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** How many requests arrived in a pool in a minute: of all tenants, and of each. */
final class PoolRequests {

  private record PoolMinute(String pool, long minute) {}

  private record TenantMinute(String tenantId, String pool, long minute) {}

  private final Map<PoolMinute, Long> ofAll = new HashMap<>();
  private final Map<TenantMinute, Long> ofTenant = new HashMap<>();

  void add(String tenantId, Row row) {
    long minute = Math.floorDiv(row.epochSecond(), Overlap.MINUTE_SECONDS);
    ofAll.merge(new PoolMinute(row.pool(), minute), 1L, Long::sum);
    ofTenant.merge(new TenantMinute(tenantId, row.pool(), minute), 1L, Long::sum);
  }

  /** Requests of other tenants than that one in {@code minutes} minutes from an instant on. */
  long ofOthers(String tenantId, String pool, Instant from, int minutes) {
    long first = Math.floorDiv(from.getEpochSecond(), Overlap.MINUTE_SECONDS);
    long others = 0;
    for (long minute = first; minute < first + minutes; minute++) {
      others += ofAll.getOrDefault(new PoolMinute(pool, minute), 0L);
      others -= ofTenant.getOrDefault(new TenantMinute(tenantId, pool, minute), 0L);
    }
    return others;
  }
}
