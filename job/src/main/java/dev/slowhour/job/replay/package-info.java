/**
 * A day of files sent into topics as it happened: in the order of completion, with its gaps. What
 * the records say is not looked at further than their keys and times need.
 */
package dev.slowhour.job.replay;
