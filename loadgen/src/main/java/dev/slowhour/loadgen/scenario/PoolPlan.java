package dev.slowhour.loadgen.scenario;

import dev.slowhour.core.data.Pool;
import dev.slowhour.loadgen.engine.EngineConfig;

/** A pool and the engine that serves it. */
public record PoolPlan(Pool pool, EngineConfig engine) {}
