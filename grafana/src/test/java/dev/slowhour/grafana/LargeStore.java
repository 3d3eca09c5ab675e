package dev.slowhour.grafana;

import dev.slowhour.job.store.StoreException;
import dev.slowhour.job.testing.Postgres;

/**
 * 500 endpoints of 50 tenants in 10 pools, each with a window in every hour of some days, one in 50
 * an isolation failure; minutes, evidence and notes for the last day. Made by Postgres itself: what
 * a query has to find among.
 */
final class LargeStore {

  /** Start of the day that is looked at. */
  static final String DAY = "2026-10-12T15:00:00Z";

  private LargeStore() {}

  /** A store with that many days, the last of them {@link #DAY}. */
  static Postgres make(int days) throws StoreException {
    Postgres database = Postgres.migrated();
    database.execute(
        """
        INSERT INTO slowhour.runs (kind, outcome, ended_at, version, zone, max_request_duration_ms,
          replaces, inputs) VALUES ('batch', 'done', now(), 'test', 'Asia/Seoul', 3600000, false, '[]');
        INSERT INTO slowhour.contracts
          SELECT 'tnt-' || t, 'ep-' || t || '-' || e, '-infinity', '고객사 ' || t, 'model', 800, 60, 12,
            4000, 1 FROM generate_series(1, 50) t, generate_series(1, 10) e;
        INSERT INTO slowhour.windows
          SELECT 'tnt-' || t, 'ep-' || t || '-' || e, h, 'ep-' || t || '-' || e || '/'
              || to_char(h AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD"T"HH24'), 'pool-' || (t %% 10),
            v, '{}', 1000, 40, 4.0, 9, 12, 0, 0, 0, v, 9, 0, 0, h + interval '17 minutes', 11,
            0.96, 0.47, 37, 4.9, 91, 36.6, 2.5, '한 문장입니다.', 5000, 'final', 1, now()
          FROM generate_series(1, 50) t, generate_series(1, 10) e,
            generate_series('%1$s'::timestamptz - interval '%2$d days',
              '%1$s'::timestamptz + interval '23 hours', interval '1 hour') h,
            LATERAL (SELECT CASE (t * 7 + e * 3 + extract(epoch FROM h)::bigint / 3600) %% 50
              WHEN 0 THEN '계약 안인데 밀림 · 성능 격리 실패' WHEN 1 THEN '계약 동시성을 넘겨 보냄'
              WHEN 2 THEN '계약보다 긴 입력이 몰림' ELSE 'SLO 안에서 처리됨' END AS v) x;
        INSERT INTO slowhour.minutes
          SELECT tenant_id, endpoint_id, window_start, m, accel_pool, 17, 1, 0, 9, 8, 12, false, 0.5, 3,
            40 FROM slowhour.windows, generate_series(window_start,
              window_start + interval '59 minutes', interval '1 minute') m
          WHERE window_start >= '%1$s';
        INSERT INTO slowhour.pool_minutes
          SELECT 'pool-' || p, m, 0.5, 3, 5000, 'final', 1 FROM generate_series(0, 9) p,
            generate_series('%1$s'::timestamptz - interval '%2$d days',
              '%1$s'::timestamptz + interval '1439 minutes', interval '1 minute') m;
        INSERT INTO slowhour.evidence
          SELECT tenant_id, endpoint_id, window_start, i, 'request_logs', NULL, 'request_id', '86', 86,
            'count', '위 요청 중 ttft_ms > 800 또는 tpot_ms > 60'
          FROM slowhour.windows, generate_series(1, 20) i WHERE window_start >= '%1$s';
        INSERT INTO slowhour.notes
          SELECT tenant_id, endpoint_id, window_start, i, '사실입니다.'
          FROM slowhour.windows, generate_series(1, 4) i WHERE window_start >= '%1$s';
        INSERT INTO slowhour.notices (source_table, file, line, code, fields, tenant_id, endpoint_id,
            window_start, message, raw_line, line_count, run_id, noticed_at)
          SELECT 'request_logs', 'request_logs.jsonl', row_number() OVER (), 'invalid_field',
            '{ttft_ms}', tenant_id, endpoint_id, window_start, '값이 없습니다.', '{}', 1, 1, now()
          FROM slowhour.windows
            WHERE window_start >= '%1$s'::timestamptz - interval '5 days';
        INSERT INTO slowhour.failures
          SELECT tenant_id, endpoint_id, window_start, 1, 0, 0, 0, 1 FROM slowhour.windows;\
        """
            .formatted(DAY, days - 1));
    database.execute("VACUUM ANALYZE");
    return database;
  }
}
