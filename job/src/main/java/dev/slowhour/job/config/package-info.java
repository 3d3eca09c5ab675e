/**
 * The configuration of what runs against Kafka: one file of YAML, the environment and flags, the
 * later over the earlier. It says what is wanted; what is made of it is not its business.
 */
package dev.slowhour.job.config;
