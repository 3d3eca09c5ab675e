/**
 * Judged windows held against what was planted, and against each other: margins of the rule and
 * what of them is noise, confusion matrices, goodput, verdicts that changed. Pure functions over
 * figures of windows; the rule itself is {@code judge}'s. Reading folders and printing live in
 * {@code job}.
 */
package dev.slowhour.core.compare;
