/**
 * Scenarios: which pools and endpoints there are, what is sent to them, and which causes are
 * planted in which hours. Read from YAML against a schema ({@code scenario.schema.json}); every
 * fault is told with its line.
 */
package dev.slowhour.loadgen.scenario;
