/** Files as sources and sinks of the workflow. */
package dev.slowhour.job.files;
