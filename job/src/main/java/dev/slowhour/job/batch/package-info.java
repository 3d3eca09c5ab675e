/** Judging files from their start to their end, in this process. */
package dev.slowhour.job.batch;
