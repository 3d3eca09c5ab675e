/**
 * The engine model behind HTTP: vLLM's OpenAI-compatible server as clients, scrapers and gateways
 * see it. Times come from {@code dev.slowhour.loadgen.engine}; here live the wire, the clock, the
 * metrics page and failures on demand. It has no text model: answers are words from a list.
 */
package dev.slowhour.loadgen.http;
