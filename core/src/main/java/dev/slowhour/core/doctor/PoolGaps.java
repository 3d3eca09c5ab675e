package dev.slowhour.core.doctor;

import java.time.Instant;

/**
 * What is missing of a pool's metrics, over all files.
 *
 * @param first the pool's earliest minute
 * @param last its latest
 * @param minutes minutes from the first to the last
 * @param missing minutes among them of which there is no line
 * @param kvCacheUtilNull lines whose kv_cache_util is null
 * @param queuedRequestsNull lines whose queued_requests is null
 */
public record PoolGaps(
    String accelPool,
    Instant first,
    Instant last,
    long minutes,
    long missing,
    long kvCacheUtilNull,
    long queuedRequestsNull) {}
