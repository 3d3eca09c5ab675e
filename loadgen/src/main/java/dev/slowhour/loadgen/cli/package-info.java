/**
 * The command line of {@code ./slowhour loadgen} and {@code ./slowhour engine}: options, exit
 * codes, what is printed. What they do lives in the other packages.
 */
package dev.slowhour.loadgen.cli;
