/**
 * Kafka as the place of the tables: how it is reached, which topics hold them, sources over these,
 * and the way of what cannot be read. What a record's value says is read in core.
 */
package dev.slowhour.job.kafka;
