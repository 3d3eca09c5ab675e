/**
 * What a scenario sends, request by request: instants, lengths and prefixes drawn from a seed, or
 * taken from a published trace. It is the same whether time is simulated or real.
 */
package dev.slowhour.loadgen.traffic;
