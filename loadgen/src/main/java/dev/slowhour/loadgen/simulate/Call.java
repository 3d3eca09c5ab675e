package dev.slowhour.loadgen.simulate;

import dev.slowhour.loadgen.engine.EngineRequest;

/**
 * A request that a client sends.
 *
 * @param sentNanos when, on the clock of the simulation
 * @param stream whose it is: a number that whoever made it knows
 * @param request what it asks of the engine
 */
public record Call(long sentNanos, int stream, EngineRequest request) {}
