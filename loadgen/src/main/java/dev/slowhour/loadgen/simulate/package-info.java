/**
 * Simulated time: requests that are sent at planned instants go through the engine model, and come
 * back with what a client would have measured. Nothing here waits.
 */
package dev.slowhour.loadgen.simulate;
