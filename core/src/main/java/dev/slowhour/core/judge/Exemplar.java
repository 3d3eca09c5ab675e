package dev.slowhour.core.judge;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * The one request that shows best why a window was judged as it was: of the misses that decided the
 * one furthest beyond its SLO.
 *
 * @param requestId unique within the window
 * @param arrivedAt when it was sent
 * @param inputTokens prompt tokens
 * @param ttftMs milliseconds to the first token
 * @param tpotMs milliseconds per token after the first, exact
 */
public record Exemplar(
    String requestId, Instant arrivedAt, long inputTokens, long ttftMs, BigDecimal tpotMs) {}
