/**
 * The store in Postgres: its schema, where it is, and who may replace which row. It knows judged
 * windows and notices; what run they come from and who asked for it is not its business.
 */
package dev.slowhour.job.store;
