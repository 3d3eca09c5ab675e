/**
 * The rule: which rows of an hour count, how many requests were in progress, what the verdict is
 * and what the pool looked like. Pure functions over one hour of one endpoint, or of one pool;
 * where rows come from and where verdicts go is not known here.
 */
package dev.slowhour.core.judge;
