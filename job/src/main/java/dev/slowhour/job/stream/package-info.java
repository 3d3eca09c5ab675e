/**
 * The streaming job: the workflow between topics and the store, in this process or on a cluster.
 */
package dev.slowhour.job.stream;
