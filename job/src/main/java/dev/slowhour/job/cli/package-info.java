/** The command line: options, what is printed, exit codes. */
package dev.slowhour.job.cli;
