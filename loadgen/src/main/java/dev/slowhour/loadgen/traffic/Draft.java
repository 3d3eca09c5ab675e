package dev.slowhour.loadgen.traffic;

import dev.slowhour.loadgen.engine.Prefix;

/** What a sender asks for: a request without a name. */
record Draft(int promptTokens, int outputTokens, Prefix prefix) {}
