/**
 * The engine model: how an inference engine with continuous batching shares its steps and its KV
 * cache among requests, after the scheduler of vLLM V1 ({@code docs/engine-model.md}).
 *
 * <p>It is pure: no clock, no thread, no randomness, no I/O. Whoever drives it passes the time in,
 * which is simulated or real. What a request says, how it arrives and how an answer travels to its
 * client is no business of this package.
 */
package dev.slowhour.loadgen.engine;
