/**
 * What a simulated run leaves behind, as the input tables of {@code judge}, with the answer key and
 * the engine's own record beside them.
 */
package dev.slowhour.loadgen.tables;
