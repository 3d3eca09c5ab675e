/**
 * Scores and comparisons as they are handed over: with their names, as rows whose fields JSON and
 * the store share, and as JSON. How they come about lives in {@code compare}.
 */
package dev.slowhour.job.result;
