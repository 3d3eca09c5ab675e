package dev.slowhour.core.data;

import java.time.Instant;

/**
 * One readable {@code platform_events} line: something happened to a pool that is no tenant's
 * doing. It is shown beside windows and changes none.
 *
 * @param at when
 * @param accelPool the pool
 * @param kind {@code deploy}, {@code restart}, {@code node_fault}, {@code xid}, {@code
 *     engine_pause} or whatever else it is called
 * @param text what there is to say of it, for operations only
 */
public record PlatformEvent(Instant at, String accelPool, String kind, String text) {}
