/**
 * Kafka as the place of the tables: how it is reached, which topics hold them. What a record of a
 * topic says is read in core.
 */
package dev.slowhour.job.kafka;
