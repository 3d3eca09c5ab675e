package dev.slowhour.loadgen.engine;

/**
 * What an engine has done since it was made.
 *
 * @param steps steps that computed something
 * @param submitted requests taken in
 * @param finished requests that generated all their tokens
 * @param cancelled requests that were cancelled
 * @param preemptions times a request lost its blocks
 * @param promptTokens prompt tokens of requests that have had a first token, cached ones included
 * @param generatedTokens tokens generated
 * @param prefixQueriedTokens tokens looked up in the prefix cache; 0 without it
 * @param prefixHitTokens tokens found there
 */
public record Counters(
    long steps,
    long submitted,
    long finished,
    long cancelled,
    long preemptions,
    long promptTokens,
    long generatedTokens,
    long prefixQueriedTokens,
    long prefixHitTokens) {}
