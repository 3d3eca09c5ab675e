/**
 * How much an engine carries: the highest concurrency that keeps the objectives and lets a queue
 * drain, and the limits of admission that follow from it. Loads are closed loops of a given
 * concurrency; requests are measured by {@code dev.slowhour.loadgen.client}.
 */
package dev.slowhour.loadgen.capacity;
