/** Servers that tests run clients against. */
package dev.slowhour.loadgen.testing;
