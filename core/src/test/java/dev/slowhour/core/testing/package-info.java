/**
 * What tests of all modules share: input days in memory, random days, worked fixtures, and an
 * oracle that judges a day by spec/verdict.md in the slowest and plainest way. The oracle shares no
 * code with the judge and the reader that it is there to check.
 */
package dev.slowhour.core.testing;
