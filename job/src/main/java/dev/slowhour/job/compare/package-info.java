/**
 * Judged outputs held against planted causes and against each other: reading the answers, reading
 * both outputs, judging twice for the sensitivity. What the figures mean is {@code core.compare}'s;
 * what they come to as rows and JSON lives in {@code result}, how they are printed in {@code cli},
 * how they are stored in {@code store}.
 */
package dev.slowhour.job.compare;
