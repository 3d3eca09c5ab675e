/**
 * Looks at input without judging it: what each file holds, what cannot be read and why, and what
 * will surprise whoever judges it. Nothing here knows the rule.
 */
package dev.slowhour.core.doctor;
