package dev.slowhour.job.store;

/** What happens when a pool's minute is stored already. The stored row is called {@code stored}. */
final class PoolMinuteUpsert {

  private PoolMinuteUpsert() {}

  static String onConflict(WindowUpsert.Guard guard) {
    return "ON CONFLICT (accel_pool, minute) DO UPDATE SET kv_cache_util = excluded.kv_cache_util,"
        + " queued_requests = excluded.queued_requests, revision = excluded.revision,"
        + " state = excluded.state, run_id = excluded.run_id"
        + guard.condition();
  }
}
