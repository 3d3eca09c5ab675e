package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.engine.Prefix;

/**
 * A request of a published trace.
 *
 * @param atNanos since the first of the trace
 * @param session what stays together when a trace is dealt out
 */
record TraceRow(long atNanos, int promptTokens, int outputTokens, Prefix prefix, long session) {}
