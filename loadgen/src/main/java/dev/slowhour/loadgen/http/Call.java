package dev.slowhour.loadgen.http;

import dev.slowhour.loadgen.engine.EngineRequest;

/**
 * A completion that a client asked for and that the engine can do.
 *
 * @param id the answer's id; clients may give two the same
 * @param request what the engine is given, under an id of its own
 * @param isChat chat, or a plain completion
 * @param isStream whether the answer is an event stream
 * @param includeUsage whether the stream ends with a chunk of usage
 * @param continuousUsage whether each chunk tells the usage so far
 * @param maxTokens what {@code max_tokens} said, or what it means when it is absent
 * @param finishReason {@code length} or {@code stop}
 * @param created seconds since 1970
 */
record Call(
    String id,
    EngineRequest request,
    boolean isChat,
    boolean isStream,
    boolean includeUsage,
    boolean continuousUsage,
    int maxTokens,
    String finishReason,
    long created) {}
