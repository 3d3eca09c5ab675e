/**
 * The Flink workflow: how rows, contracts and metrics come together and become judged windows. It
 * knows no source and no sink, and computes no figure: the rule is in the core.
 */
package dev.slowhour.job.workflow;
