/**
 * A Kafka of one node in this process, on loopback, for trying and testing. Nothing that runs in
 * production knows this package.
 */
package dev.slowhour.job.kafka.local;
