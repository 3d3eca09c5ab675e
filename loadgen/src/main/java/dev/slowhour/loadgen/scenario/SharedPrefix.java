package dev.slowhour.loadgen.scenario;

/**
 * Prompts that begin alike, as with a system prompt: a prompt draws one of so many beginnings.
 *
 * @param tokens how long each is, ≥ 1; a shorter prompt is all beginning
 * @param variants how many there are, ≥ 1
 */
public record SharedPrefix(int tokens, int variants) {}
