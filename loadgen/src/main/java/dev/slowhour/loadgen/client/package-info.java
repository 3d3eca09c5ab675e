/**
 * One request to an OpenAI-compatible engine and what is measured on it: the event stream, which
 * chunk carries a token, the times, the outcome. Here live no schedule and no file; when requests
 * are sent and where records go is {@code dev.slowhour.loadgen.run}'s.
 */
package dev.slowhour.loadgen.client;
